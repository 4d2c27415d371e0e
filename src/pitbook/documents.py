"""Documents as JSON types: typed dictionaries; the type checker enforces their fields wherever they are built.

Pydantic generates the description of the API from them, and a tool generates the pages' types from that. An unknown
field is an error there too.
"""

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict


@with_config(ConfigDict(extra="forbid"))
class Document(TypedDict):
    """A document, or a part of one."""
