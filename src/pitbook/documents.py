"""Documents in JSON types: typed dictionaries, which the type check holds to their fields wherever they are built.

Pydantic makes the description of the API from them, and the pages' types are written from that. A field that a document
does not have is an error there too.
"""

from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict


@with_config(ConfigDict(extra="forbid"))
class Document(TypedDict):
    """A document, or a part of one."""
