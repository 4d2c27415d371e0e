"""Opening a table, and inviting somebody to it."""

from typing import Annotated, Literal

from pydantic import Field, StrictBool

from pitbook.pit.commands import Seconds
from pitbook.pit.table_settings import Coach, Dealing
from pitbook.table.command_fields import Cents, Name, Seat
from pitbook.web.requests.base import RequestModel
from pitbook.web.requests.house_rules import HouseRulesRequest


class BotRequest(RequestModel):
    """A bot to be seated at the next free position."""

    plays: Name = "simple"


class OpenTableRequest(HouseRulesRequest):
    """A table to be opened; with a seat and a buy-in, whoever opens it sits down at once."""

    dealing: Dealing = "house"
    source: Literal["virtual", "entered"] = "virtual"
    bots: Annotated[list[BotRequest], Field(max_length=20)] = Field(default_factory=list)
    private: StrictBool = False
    coach: Coach = "allowed"
    decision_seconds: Seconds | None = None
    betting_seconds: Seconds | None = None
    seat: Seat | None = None
    buy_in: Cents | None = None


class InvitationRequest(RequestModel):
    """The role that an invitation gives."""

    role: Literal["dealer", "floor", "player"]
