"""What request models are built on."""

from pydantic import BaseModel, ConfigDict


class RequestModel(BaseModel):
    """Something that a client sends; unknown keys are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
