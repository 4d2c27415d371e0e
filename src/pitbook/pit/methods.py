"""The method of shuffling and dealing follows from the devices in use."""

from pitbook.pit.batch import Batch
from pitbook.problems import Problem, RefusedError
from pitbook.table.commands import Actor, AdoptRules
from pitbook.table.methods import method_due, way_of
from pitbook.table.state import the_rules


def change_method(batch: Batch, by: Actor) -> None:
    """Play by the filed rules without the devices that are out of use; when all are restored, by the filed rules."""
    due = method_due(batch.state)
    if way_of(due) == way_of(the_rules(batch.state)):
        raise RefusedError(Problem("the method in use fits the devices in use: there is nothing to change"))
    batch.do(AdoptRules(by, batch.keep(due)))
