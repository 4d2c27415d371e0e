"""The fields of commands and their allowed values. In JSON, amounts are decimal strings."""

from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import AfterValidator, Field, GetCoreSchemaHandler, StrictBool, StrictInt, StringConstraints
from pydantic_core import CoreSchema, core_schema

from pitbook.money import format_cents, parse_cents

AMOUNT: Final = r"^[0-9]{1,12}(\.[0-9]{1,2})?$"
PLAIN: Final = r"^[^\x00-\x1f\x7f-\x9f]*$"
"""Text without control characters, which a terminal that shows the record would obey."""


class _FromDecimal:
    """Reads a decimal string as whole cents, and writes it back: 12.50 is 1250."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        written = core_schema.plain_serializer_function_ser_schema(format_cents)
        text = core_schema.str_schema(pattern=AMOUNT)
        return core_schema.no_info_after_validator_function(parse_cents, text, serialization=written)


def _placed(wagers: Mapping[str, int]) -> dict[str, int]:
    """A wager of 0 is no wager."""
    return {name: cents for name, cents in wagers.items() if cents}


Seat = Annotated[StrictInt, Field(ge=1, le=20)]
Cents = Annotated[int, _FromDecimal, Field(examples=["12.50"])]
Name = Annotated[str, StringConstraints(min_length=1, max_length=64, pattern=PLAIN)]
Words = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=PLAIN)]
Wagers = Annotated[Mapping[Name, Cents], Field(max_length=16, examples=[{"ante": "5.00"}]), AfterValidator(_placed)]
Count = Annotated[StrictInt, Field(ge=0, le=1000)]
Flag = StrictBool
CardsText = Annotated[str, StringConstraints(max_length=64)]
ActionName = Annotated[str, StringConstraints(min_length=1, max_length=24)]
Commitment = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]
SeedText = Annotated[str, StringConstraints(min_length=1, max_length=128)]
BeaconText = Annotated[str, StringConstraints(min_length=1, max_length=128, pattern=PLAIN)]
TimeText = Annotated[str, StringConstraints(min_length=1, max_length=64)]
Back = Annotated[str, StringConstraints(min_length=1, max_length=24, pattern=PLAIN)]
MisdealtHands = Annotated[Mapping[Name, Count], Field(max_length=16)]
Detail = Annotated[Mapping[Name, StrictInt | StrictBool | Words], Field(max_length=8)]
