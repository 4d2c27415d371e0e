"""The part of the sheet about strategy: a chart of decisions, taken from the solved policy."""

from fractions import Fraction

from pitbook.odds.families.protocol import HandClasses, Solved, StartingHands
from pitbook.odds.families.registry import family_of
from pitbook.odds.paper.charts import Cell, grid_chart
from pitbook.odds.paper.charts.grid import MIXED, fills
from pitbook.odds.paper.par.main_part import actions_in_words
from pitbook.odds.paper.par.numbers import exactly, percent, times, whole
from pitbook.odds.paper.par.sheet import Block, Chart, Column, Section, Table, Text, facts
from pitbook.odds.strategies import GeneratedCard
from pitbook.rulebooks.actions import Action
from pitbook.rulebooks.hands import in_words
from pitbook.strategy.card import lines_of, terms_of
from pitbook.submission import HouseRules


def strategy_section(rules: HouseRules, solved: Solved, card: GeneratedCard) -> Section:
    """The charts of the decisions: starting hands, or classes of hands against the rank of the up card.

    Then a short card that can be played from memory, derived from the solution, with its exact cost.
    """
    blocks: list[Block] = []
    for chart in family_of(rules).charts(solved):
        blocks += _starting_hands(chart) if isinstance(chart, StartingHands) else _hand_classes(chart)
    if not blocks:
        blocks = [Text("This game has no decision before the flop.")]
    return Section("strategy", "Strategy", (*blocks, *_card(card, rules.book.flow.unit)))


def _card(card: GeneratedCard, unit: str) -> list[Block]:
    """The card's rules in the order in which they are tried, what they are worth, and what its terms mean."""
    titles = ("When", "Rule", "With", "Do")
    rules = tuple(
        (line.street if line.number == 1 else "", str(line.number), line.hands or "everything else", line.action)
        for line in lines_of(card.strategy)
    )
    rows = [
        (f"House edge with this card, per {unit}", percent(card.result.house_edge), exactly(card.result.house_edge)),
        ("Cost of the card against the best play", percent(card.cost), exactly(card.cost)),
    ]
    words = (
        "A short strategy, derived from the solved decisions and counted over all deals like them. Of the rules of a "
        "decision the first one that holds is followed."
    )
    return [
        Text(" ".join([words, *terms_of(card.strategy)])),
        Table("Strategy card", tuple(Column(title, words=True) for title in titles), rules),
        facts("What the card is worth", rows, third="Exactly"),
    ]


def _starting_hands(found: StartingHands) -> list[Block]:
    chart, actions = found.rows, found.actions
    colours = fills(actions)
    rows = [
        (rank, [Cell(hand.name, actions_in_words(hand.action), colours[hand.action]) for hand in hands])
        for rank, hands in zip(found.ranks, chart, strict=True)
    ]
    counts = {action: sum(hand.action == action for hands in chart for hand in hands) for action in actions}
    hands = sum(counts.values())
    taken = ", ".join(f"{actions_in_words(action)} with {count}" for action, count in counts.items())
    svg = grid_chart(
        "pre-flop",
        "Best decision before the flop",
        f"Of the {hands} starting hands: {taken}. Suited hands stand above the diagonal, unsuited ones below it.",
        found.ranks,
        rows,
        [(colours[action], _meaning(action)) for action in actions if counts[action]],
    )
    return [
        Text(
            "The best decision with each starting hand, as solved: suited hands (s) above the diagonal, unsuited ones "
            "(o) below it, pairs on it. What is best on the flop and at the river depends on all cards: how often each "
            "decision is taken there stands under the main game, and a short strategy for them below."
        ),
        Chart(svg, f"Before the flop, of {hands} starting hands: {taken}"),
    ]


def _meaning(action: str) -> str:
    done = Action.parse(action)
    verb = in_words(done.verb)
    return f"{verb} {times(done.multiple)} the ante" if isinstance(done.multiple, int) else verb


def _hand_classes(chart: HandClasses) -> list[Block]:
    colours = fills(chart.actions)
    rows = []
    for row in chart.rows:
        cells = []
        for shares in row.shares:
            if not shares:
                cells.append(Cell("", "", MIXED))
                continue
            action = max(shares, key=lambda name: shares[name])
            share = Fraction(shares[action], sum(shares.values()))
            words = actions_in_words(action)
            cells.append(Cell(words, "", colours[action]) if share == 1 else Cell(words, _share(share), MIXED))
        rows.append((row.name, cells))
    columns = "columns the rank of the dealer's up card" if chart.against else "and what is best with them"
    against = "against every up card, " if chart.against else ""
    svg = grid_chart(
        "decisions" if chart.against else f"decisions-{chart.street}",
        "Best decision by hand and up card" if chart.against else f"Best decision by hand: {in_words(chart.street)}",
        f"Rows are classes of hands from the highest down, {columns}. A coloured cell "
        "holds for every hand of its row; in a white one hands differ, and the most frequent decision has its share.",
        chart.against or [""],
        rows,
        [*((colours[action], _meaning(action)) for action in chart.actions), (MIXED, "depends on the other cards")],
        label_width=140 if chart.against else 300,
    )
    return [
        Text(
            f"Made from the solved decisions with all {whole(chart.hands)} hands that differ by more than an "
            f"exchange of suits, {against}each weighted by the deals that it stands for. A coloured cell "
            "holds without exception. In a white cell the best decision depends on the other cards: the most frequent "
            "one stands there with its share of the deals. Classes that are played alike are put together."
        ),
        Chart(svg, f"By class of hand (rows), {columns}"),
    ]


def _share(share: Fraction) -> str:
    """A share in percent, never rounded up to 100 %."""
    percent = float(share) * 100
    return f"{percent:.0f} %" if percent < 99.5 else ">99 %"
