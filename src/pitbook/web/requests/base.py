"""What request models are built on."""

from pydantic import BaseModel, ConfigDict


class RequestModel(BaseModel):
    """Something that a client sends; keys that it does not have are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)
