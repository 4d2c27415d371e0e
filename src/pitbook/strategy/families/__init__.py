"""What strategies can say, by family of games: the features of a decision, and the conditions on them."""
