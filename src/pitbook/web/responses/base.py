"""What answers are built on: typed dictionaries, which the type check holds to their fields wherever they are built.

Pydantic makes the description of the API from them. A field that an answer does not have is an error there too.
"""

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict


@with_config(ConfigDict(extra="forbid"))
class ResponseModel(TypedDict):
    """An answer, or a part of one."""
