"""What response models are built on. A field that a model does not have is an error: the description stays true."""

from pydantic import BaseModel, ConfigDict


class ResponseModel(BaseModel):
    """An answer, or a part of one."""

    model_config = ConfigDict(extra="forbid")


class Exact(ResponseModel):
    """An exact number, and a decimal near it."""

    fraction: str
    decimal: float
