"""What changed between two views, for a page that has the first one.

A patch is a list with one value, which replaces the old one; or an object that names what changed inside an object or a
list: each changed part with its own patch, each removed part with null. In the patch of a list, `#` is the new length.
A patch with `@` starts from the part of that name: the last round is made from the round that was played.
"""

from collections.abc import Mapping
from typing import Final, TypeAlias

from pitbook.web.responses.views import Patch

Known: TypeAlias = dict[tuple[int, int], tuple[object, object, Patch | None]]
"""Patches of parts that several views share, by the `id` of the old and new part, which are kept with the patch."""
LENGTH: Final = "#"
FROM: Final = "@"
_NOTHING: Final = object()


def patch_of_view(old: Mapping[str, object], new: Mapping[str, object], known: Known) -> dict[str, object]:
    """The patch that turns the old view, or some parts of it, into the new one."""
    over, played = new.get("last_round"), old.get("round")
    if not isinstance(over, dict) or not isinstance(played, dict) or over["round"] != played["round"]:
        return _in_object(old, new, known)
    rest = _in_object({**old, "last_round": over}, new, known)
    since = patch_of(played, over, known)
    return {**rest, "last_round": {FROM: "round", **since} if isinstance(since, dict) else {FROM: "round"}}


def patch_of(old: object, new: object, known: Known) -> Patch | None:
    """The patch that turns the old value into the new one; None if they are equal."""
    if old is new:
        return None
    kind = type(new)
    if type(old) is not kind:
        return [new]
    if kind is not dict and kind is not list:
        return None if old == new else [new]
    key = (id(old), id(new))
    found = known.get(key)
    if found is None:
        found = known[key] = (old, new, None if old == new else _inside(old, new, known))
    return found[2]


def _inside(old: object, new: object, known: Known) -> Patch:
    if isinstance(old, dict) and isinstance(new, dict):
        return _in_object(old, new, known)
    return _in_list(old, new, known) if isinstance(old, list) and isinstance(new, list) else [new]


def _in_list(old: list[object], new: list[object], known: Known) -> Patch:
    """A list that has mostly changed is sent whole."""
    both = min(len(old), len(new))
    found: dict[str, object] = {LENGTH: len(new)}
    for place, (before, part) in enumerate(zip(old, new, strict=False)):
        if before is not part and (patch := patch_of(before, part, known)) is not None:
            found[str(place)] = patch
    if 2 * len(found) > both + 2:
        return [new]
    return found | {str(place): [new[place]] for place in range(both, len(new))}


def _in_object(old: Mapping[str, object], new: Mapping[str, object], known: Known) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, part in new.items():
        before = old.get(name, _NOTHING)
        if before is not part and (patch := patch_of(before, part, known)) is not None:
            found[name] = patch
    return found if old.keys() <= new.keys() else found | dict.fromkeys(old.keys() - new.keys())


def patched(old: object, patch: object) -> object:
    """The new value, from the old one and the patch."""
    if isinstance(patch, list):
        return patch[0]
    if not isinstance(patch, dict) or not isinstance(old, list | dict):
        raise TypeError("a patch is a list, or an object for what has parts")
    if isinstance(old, list):
        items = [*old, *([None] * max(0, patch[LENGTH] - len(old)))][: patch[LENGTH]]
        for name, part in patch.items():
            if name != LENGTH:
                items[int(name)] = patched(items[int(name)], part)
        return items
    made = {name: part for name, part in old.items() if patch.get(name, ()) is not None}
    return made | {name: _patched_part(old, name, part) for name, part in patch.items() if part is not None}


def _patched_part(old: dict[str, object], name: str, patch: object) -> object:
    if isinstance(patch, dict) and isinstance(patch.get(FROM), str):
        return patched(old[patch[FROM]], {name: part for name, part in patch.items() if name != FROM})
    return patched(old.get(name), patch)
