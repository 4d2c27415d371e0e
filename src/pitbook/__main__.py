"""`python -m pitbook` is the `pitbook` command."""

from pitbook.cli import main

main()
