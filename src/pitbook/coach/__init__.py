"""The coach: what the decision in front of a player is worth, what past ones cost, and hard ones to practise on."""
