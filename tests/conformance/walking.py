"""Rounds of any book by chance: cards of the whole deck, and any action that the flow offers at each decision."""

from random import Random

from conformance.slow import BASE, Standing, Taken, hand_allows, with_bet
from pitbook.rulebooks.flow import Bet, DecisionStep, Fold, Offer, RevealStep, ShowStep, Withdraw
from pitbook.settlement.wagers import placeable
from pitbook.submission import HouseRules

SIDE = 30_00


def random_end(rules: HouseRules, chance: Random, wagers: tuple[tuple[str, int], ...]) -> Standing:
    """A round that has ended, with these wagers before the deal."""
    cards = [1 << card.index for card in rules.book.deck.playing_cards]
    chance.shuffle(cards)

    def draw(number: int) -> int:
        return sum(cards.pop() for _ in range(number))

    at = Standing(wagers=wagers)
    steps = rules.book.flow.steps
    last = max(place for place, step in enumerate(steps) if isinstance(step, DecisionStep))
    for place, step in enumerate(steps):
        match step:
            case ShowStep():
                at = at._replace(own=at.own | draw(step.own))
            case RevealStep():
                at = at._replace(board=at.board | draw(step.board), up=at.up | draw(step.dealer if place < last else 0))
            case DecisionStep() if rules.book.flow.base in dict(at.wagers):
                at = _decided(rules, step, at, chance)
    extra = rules.book.extra_cards
    return at._replace(
        hidden=draw(rules.book.dealer.cards - at.up.bit_count()),
        extra=draw(extra.cards) if extra and extra.wager in rules.wager_names else 0,
    )


def offers(rules: HouseRules, decide: DecisionStep, at: Standing) -> list[Offer]:
    """What the flow offers in this house, to a hand like this."""
    found = [one for one in decide.actions if hand_allows(rules, one, at)]
    return [one for one in found if not isinstance(one, Bet) or one.option is None or rules.option(one.option)]


def asked(rules: HouseRules, decide: DecisionStep, at: Standing) -> bool:
    """Whether a player is asked at all: nobody who folded, or who has made the wager that is to be decided once."""
    made, bets = dict(at.wagers), [one for one in decide.actions if isinstance(one, Bet)]
    return not at.folded and not any(bet.wager in made and not bet.adds for bet in bets)


def action_names(rules: HouseRules, decide: DecisionStep, at: Standing) -> set[str]:
    """The names of the actions that the flow offers."""
    found: set[str] = set()
    for offer in offers(rules, decide, at):
        found |= {f"{offer.wager}_{times}" for times in offer.multiples} if isinstance(offer, Bet) else {offer.verb}
    return found


def _decided(rules: HouseRules, decide: DecisionStep, at: Standing, chance: Random) -> Standing:
    if not asked(rules, decide, at):
        return at
    offer = chance.choice(offers(rules, decide, at))
    amount = chance.choice(offer.multiples) * BASE if isinstance(offer, Bet) else None
    at = at._replace(taken=(*at.taken, Taken(decide.name, offer.verb, amount)))
    match offer:
        case Bet():
            return at._replace(wagers=with_bet(at, offer.wager, amount or 0))
        case Withdraw():
            return at._replace(wagers=tuple(one for one in at.wagers if one[0] != offer.wager))
        case Fold():
            return at._replace(folded=True)
    return at


def staked(rules: HouseRules) -> tuple[tuple[str, int], ...]:
    """Every wager that may be made before the deal, in an amount that the stock limits allow."""
    base = rules.book.flow.base
    return tuple(
        (name, BASE if base in (name, one.equals) else rules.progressive_wagers[0] if one.progressive else SIDE)
        for name, one in placeable(rules).items()
    )
