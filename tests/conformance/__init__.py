"""One suite for every book: what its description says is what is settled, counted, simulated, dealt and drawn."""
