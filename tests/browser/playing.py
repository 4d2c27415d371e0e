"""What people do at a table, by the buttons: sit down, deal, decide until the round is settled; and what they see."""

from typing import Any

from playwright.sync_api import expect

from browser.visiting import Visitor, cents
from table.play import rules_of


def decisions(book: str) -> tuple[str, ...]:
    """Decisions that can be made with any cards, and that lead to a showdown: the least at each street but a fold."""
    return tuple(next(name for name in street.names if name != "fold") for street in rules_of(book).streets)


def sit_at_new(person: Visitor, book: str, name: str = "Ann", bots: int = 0, *, shared: bool = False) -> str:
    """At a table of one's own, as the lobby opens it; its name. Others find it only if it is shared."""
    person.send("/api/session", name=name)
    positions = rules_of(book).positions
    seat, others = -(-positions // 2), [{"plays": "exact"}] * min(bots, positions - 1)
    opened = person.send("/api/tables", target=book, seat=seat, buy_in="500.00", bots=others, private=not shared)
    person.page.goto(f"/table/{opened['table']}")
    expect(person.at("deal")).to_be_visible()
    expect(person.page.locator(".seat.mine, .spoken").first).to_be_visible()
    return str(opened["table"])


def table_of(person: Visitor) -> str:
    return person.page.url.split("/table/")[1].split("/")[0]


def own_seat(person: Visitor, table: str) -> int:
    seat: int = person.view(table)["you"]["seats"][0]
    return seat


def decide(person: Visitor, *actions: str) -> None:
    for action in actions:
        person.press(f"action-{action}")


def settled(person: Visitor) -> None:
    """Wait until everything has been paid on the page."""
    expect(person.at("settlement").locator(".totals")).to_be_visible()


def settled_net(person: Visitor, table: str, before: int) -> int:
    """The net of the round on show, in cents: page, settlement lines and server have to say the same.

    `before` is the stack before the round, in cents.
    """
    settled(person)
    shown = person.at("settlement")
    lines = [cents(text) for text in shown.locator(".much").all_inner_texts()]
    view = person.view(table)
    seats = [view["last_round"]["seats"][str(seat)] for seat in view["you"]["seats"]]
    said = [line for seat in seats for line in seat["settled"]]
    staked = sum(cents(amount) for seat in seats for amount in seat["wagers"].values())
    returned = sum(cents(line["returned"]) for line in said)
    assert len(lines) == len(said) > 0
    assert all(line["words"] in shown.inner_text() for line in said)
    net = returned - staked
    assert sum(lines) == net
    wagered, back, shown_net = (cents(text) for text in shown.locator(".totals dd").all_inner_texts())
    assert (wagered, back, shown_net) == (staked, returned, net)
    stack = person.at("stack").first.inner_text()
    assert cents(stack) == before + net == cents(view["players"][view["you"]["player"]]["stack"])
    expect(person.at("status")).to_have_text(result_sentence(net))
    return net


def result_sentence(net: int) -> str:
    if net == 0:
        return "You broke even."
    return f"You {'won' if net > 0 else 'lost'} {abs(net) // 100:,}.{abs(net) % 100:02}."


def last_round(person: Visitor, table: str) -> Any:
    return person.view(table)["last_round"]
