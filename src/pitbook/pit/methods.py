"""The method of shuffling and dealing follows from the devices in use."""

from pitbook.pit.batch import Batch
from pitbook.problems import Problem, RefusedError
from pitbook.submission.devices import devices_used
from pitbook.table.commands import Actor, AdoptRules, Report
from pitbook.table.dealing_method import in_the_way, method_due, taking_out, way_of
from pitbook.table.state import the_rules


def change_method(batch: Batch, by: Actor) -> None:
    """Play by the filed rules without the devices that are out of use; when all are restored, by the filed rules."""
    state = batch.state
    due = method_due(state)
    if way_of(due) == way_of(the_rules(state)):
        if unused := in_the_way(state):
            clauses = taking_out(the_rules(state)).clauses
            message = f"the filed method has no use for the {unused[0]}: remove it from the table"
            raise RefusedError(Problem(message, unused[0], clauses[0]))
        raise RefusedError(Problem("the method in use fits the devices in use: there is nothing to change"))
    batch.do(AdoptRules(by, batch.keep(due)))


def go_without(batch: Batch, by: Actor) -> None:
    """Remove the devices that block the method that is due, and change to that method if it is not in use."""
    state = batch.state
    case = taking_out(the_rules(state))
    for device in in_the_way(state):
        if device not in devices_used(method_due(state)):
            batch.do(Report(by, case.name, {"device": device, "made": case.device[0], "works": True}))
    if way_of(method_due(state)) != way_of(the_rules(state)):
        change_method(batch, by)
