"""What the books say about players: what they wager with, and what they keep to themselves."""

from pitbook.rulebooks import book_ids, load_book


def test_only_massachusetts_knows_match_play_coupons() -> None:
    found = {book_id: load_book(book_id).conduct.match_play_clauses for book_id in book_ids()}
    assert {book_id: clauses for book_id, clauses in found.items() if clauses} == {
        "ma-heads-up-holdem": ("ma-heads-up-holdem 6(a)",)
    }


def test_where_players_exchange_no_information() -> None:
    found = {book_id: load_book(book_id).conduct.no_information_clauses for book_id in book_ids()}
    assert {book_id: clauses for book_id, clauses in found.items() if clauses} == {
        "ma-heads-up-holdem": ("ma-heads-up-holdem 10(a)", "ma-heads-up-holdem 10(c)"),
        "galaxy-heads-up-holdem": ("galaxy-heads-up-holdem 4",),
    }


def test_only_massachusetts_covers_the_dealers_cards() -> None:
    covering = {
        (book.id, dealing.method.value): [step.clauses for step in order.steps if step.do == "cover_dealer_cards"]
        for book in map(load_book, book_ids())
        for dealing in book.dealing
        for order in dealing.orders
        if any(step.do == "cover_dealer_cards" for step in order.steps)
    }
    cite = "ma-heads-up-holdem {}".format
    assert covering == {
        ("ma-heads-up-holdem", "manual_shoe"): [(cite("7(d)(2)"),), (cite("7(d)(4)"),)],
        ("ma-heads-up-holdem", "hand"): [(cite("8(c)(2)"),), (cite("8(c)(4)"),)],
        ("ma-heads-up-holdem", "automated"): [(cite("9(c)"),)],
    }
