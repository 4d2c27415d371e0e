"""Devices at a table on the web: the shuffler loads the shoe, and the floor changes the method when it is covered."""

from typing import Any

import pytest

from submission.edits import MD, edited
from web.running import Client, Served, least_wagers

SHUFFLER = ('shuffler = "manual"', 'shuffler = "automatic"')
BY_HAND = ('method = "manual_shoe"', 'method = "hand"')
COVERED = {"device": "shuffler", "made": "covered"}


def _open(client: Client, *edits: tuple[str, str], **asked: Any) -> str:
    return client.open(None, submission=edited(MD, *edits), **{"dealing": "dealer", **asked})


def _until(client: Client, table: str, stop: str) -> Any:
    """Perform steps until this one is next; a cut of real cards says how deep it is."""
    while (view := client.view(table, "floor"))["steps"][0]["do"] != stop:
        depth: dict[str, Any] = {"depth": 20} if "cut" in view["asks"] else {}
        client.do(table, "step", step=view["steps"][0]["do"], **depth)
    return view


@pytest.mark.parametrize("source", ["virtual", "entered"])
def test_the_floor_changes_the_method_when_the_shuffler_is_covered(server: Served, source: str) -> None:
    ann, bob = server.client("Ann"), server.client("Bob")
    table = _open(ann, BY_HAND, SHUFFLER, source=source)
    _until(ann, table, "shuffle")
    assert ann.ask(table, "change_method").status_code == 409
    ann.do(table, "report", irregularity="device_out_of_order", detail=COVERED)
    step = ann.view(table, "floor")["steps"][0]
    assert (step["do"], step["by"], step["must"]) == ("change_method", "floorperson", True)
    assert step["clauses"] == [f"{MD} 13.J"]
    answer = ann.ask(table, "step", step="shuffle")
    assert (answer.status_code, answer.json()["error"]["problems"][0]["clause"]) == (409, f"{MD} 13.J")
    assert bob.ask(table, "change_method").status_code == 403
    ann.do(table, "change_method")
    view = _until(ann, table, "open_round")
    assert view["devices"] == {"shuffler": "covered"}
    ann.do(table, "step", step="open_round")
    ann.do(table, "place_wagers", seat=1, wagers=least_wagers(ann.view(table)))
    _until(ann, table, "place_in_shoe")
    ann.do(table, "deal_round")
    ann.do(table, "restore_device", device="shuffler")
    assert ann.ask(table, "change_method").status_code == 409


def test_back_to_the_filed_method_when_the_shuffler_is_restored(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann, BY_HAND, SHUFFLER)
    _until(ann, table, "open_round")
    ann.do(table, "report", irregularity="device_out_of_order", detail=COVERED)
    ann.do(table, "change_method")
    ann.do(table, "restore_device", device="shuffler")
    lines = [line for line in ann.view(table, "floor")["steps"] if line["do"] == "change_method"]
    assert [(line["by"], line["must"]) for line in lines] == [("floorperson", False)]
    ann.do(table, "change_method")
    _until(ann, table, "open_round")
    ann.do(table, "step", step="open_round")
    assert ann.view(table, "floor")["steps"][0]["do"] == "take_deck_in_hand"


def test_the_house_goes_on_by_itself_without_a_device_that_is_covered(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann, BY_HAND, SHUFFLER, dealing="house")
    ann.do(table, "report", irregularity="device_out_of_order", detail=COVERED)
    for _ in range(2):
        view = ann.view(table)
        ann.do(table, "ready", seat=1, wagers=least_wagers(view))
        while ask := ann.view(table)["ask"]:
            ann.do(table, "decide", seat=1, action=ask["actions"][-1]["action"])
    words = [line["words"] for line in ann.view(table)["last_round"]["script"]]
    assert any(line.startswith("Place the stacked deck in the shoe") for line in words)


def test_the_shuffler_puts_the_stack_into_the_shoe(server: Served) -> None:
    ann = server.client("Ann")
    table = _open(ann, SHUFFLER)
    assert ann.ask(table, "insert_stack").status_code == 409
    _until(ann, table, "open_round")
    ann.do(table, "step", step="open_round")
    (line,) = [line for line in ann.view(table, "dealer")["steps"] if line["do"] == "insert_stack"]
    assert (line["by"], line["clauses"]) == ("device", [f"{MD} 8.B", f"{MD} 5.D(1)", f"{MD} 5.C"])
    ann.do(table, "insert_stack")
    view = ann.view(table, "dealer")
    assert view["steps"][0]["do"] == "no_more_bets"
    assert view["round"]["script"][-1] == {
        "by": "device",
        "words": "The shuffler puts the stack into the shoe by itself.",
        "clauses": [f"{MD} 8.B", f"{MD} 5.D(1)", f"{MD} 5.C"],
        "did": None,
    }
