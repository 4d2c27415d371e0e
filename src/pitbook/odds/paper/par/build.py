"""Builds the PAR sheet of a solution, with its parts in the order in which mathematicians and regulators read them."""

from math import comb, prod

from pitbook.odds.families.main_result import MainResult
from pitbook.odds.paper.par.main_part import distribution_section, main_section
from pitbook.odds.paper.par.numbers import NONE, clean, whole
from pitbook.odds.paper.par.rules_part import rules_section
from pitbook.odds.paper.par.sheet import Block, Column, Identity, ParSheet, Section, Table, Text, identity_of
from pitbook.odds.paper.par.side_part import stays_when_folded, wager_section
from pitbook.odds.paper.par.spread_part import spread_section
from pitbook.odds.paper.par.strategy_part import strategy_section
from pitbook.odds.solution import Solution
from pitbook.odds.strategies import GeneratedCard
from pitbook.rulebooks import RuleBook
from pitbook.rulebooks.flow import RevealStep
from pitbook.rulebooks.hands import FLOP


def full_result(solution: Solution) -> MainResult:
    """The counts of the main game; a sheet needs them."""
    if solution.main.result is None:
        raise ValueError("a sheet needs the distribution, and this solution has the house edge alone")
    return solution.main.result


def build_sheet(solution: Solution, card: GeneratedCard) -> ParSheet:
    """Everything on the sheet."""
    rules, result = solution.rules, full_result(solution)
    identity = identity_of(rules)
    sections = (
        _identity_section(identity, rules.book),
        rules_section(rules),
        main_section(rules, result, solution.main_wagers, solution.main.most_wagered),
        distribution_section(rules, result),
        *(wager_section(rules, wager) for wager in solution.wagers.values()),
        spread_section(rules, result, tuple(solution.wagers.values())),
        strategy_section(solution.rules, solution.main, card),
        _notes(solution, result),
    )
    return ParSheet(identity, sections)


def _identity_section(identity: Identity, book: RuleBook) -> Section:
    titles = {kind.name: kind.title for kind in book.paytables}
    rows = (
        ("Game", identity.title),
        ("Rule book", identity.book),
        ("Authority", identity.authority),
        ("House", identity.house),
        ("Approval", identity.approval),
        ("Paytables", ", ".join(f"{clean(titles[kind])} {table}" for kind, table in identity.tables) or NONE),
        ("Digest of the house rules (SHA-256)", identity.digest),
        ("Digest of what the figures are calculated from", identity.par_digest),
        ("Made with", f"Pitbook {identity.version}"),
    )
    columns = (Column("What", words=True), Column("This sheet", words=True))
    return Section("identity", "Identity", (Table("Game and submission", columns, rows),))


def deals_in_words(book: RuleBook) -> tuple[str, int]:
    """How the deals of the main game are counted: the factors in words, and their product."""
    left = book.deck.cards - book.player.cards
    factors = [(comb(book.deck.cards, book.player.cards), "hands of the player")]
    shown = 0
    for number in (step.board for step in book.flow.steps if isinstance(step, RevealStep) and step.board):
        shown += number
        factors.append((comb(left, number), _revealed(number, shown)))
        left -= number
    if up := book.flow.up:
        factors.append((comb(left, up), "up cards"))
    if hidden := book.dealer.cards - up:
        what = "ways to complete the dealer's hand" if up else "hands of the dealer"
        factors.append((comb(left - up, hidden), what))
    return " × ".join(f"{whole(number)} {what}" for number, what in factors), prod(number for number, _ in factors)


def _revealed(number: int, shown: int) -> str:
    """The name of community cards that are turned up together; `shown` are face up afterwards."""
    if number == shown == FLOP:
        return "flops"
    if (number, shown) == (2, FLOP + 2):
        return "turns and rivers"
    return "community cards" if number == shown else "further community cards"


def _notes(solution: Solution, result: MainResult) -> Section:
    rules = solution.rules
    words, _ = deals_in_words(rules.book)
    notes: list[Block] = [
        Text(
            f"All figures come from exact counting, none from simulation. The main game is counted over {words} = "
            f"{whole(result.deals)} equally likely deals; probabilities are whole numbers of deals over that total. "
            "One player is counted; cards of other players are unknown cards, and do not change the averages."
        ),
        Text(
            "The best strategy maximises the mean of the main game at every decision, knowing the cards that the rules "
            "show and no others. Of equal decisions the one that wagers least is taken. No other strategy costs less."
        ),
        Text(
            f"House edge: the average win of the house, per unit of the {rules.book.flow.unit} "
            "(or of the side wager). Element of risk: the same per unit of everything wagered. "
            "True odds: what would be fair, (1 − p) / p to 1. "
            "Payout odds: what is won on a unit staked, whatever the sign calls it; of an award that takes the stake, "
            "the stake is taken off. Return: probability times everything handed back. Standard deviations are "
            "roots of exact variances."
        ),
    ]
    if solution.wagers:
        folds = "; ".join(stays_when_folded(rules, name) for name in solution.wagers)
        notes.append(
            Text(
                "Side wagers are counted over all combinations of the cards that they look at, each played to the end. "
                f"When the player folds: {clean(folds)}."
            )
        )
    if any(rules.book.wager(name).progressive for name in solution.wagers):
        notes.append(
            Text(
                "A progressive's house edge is given at the readings stated, without envy and contributions, which "
                "stand beside it. Awards out of a meter are exact shares; the part of a cent by which a payment is "
                "rounded up is not counted."
            )
        )
    if rules.payout_limit is not None:
        notes.append(Text("The payout limit is not applied in these figures."))
    notes.append(
        Text(
            "This sheet was calculated from the rule book's data and the submission named above; the digest changes "
            "with any of their terms."
        )
    )
    return Section("method", "Notes on method", tuple(notes))
