"""A witness: it cosigns the checkpoints of logs that only grow, and never two histories of one log."""
