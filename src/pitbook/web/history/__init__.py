"""What is in the record: rounds that are over, their replays, checkpoints and the state of the file."""
