"""`pitbook keys`: show the public keys of a record's house, or make a new key."""

from contextlib import closing

import typer

from pitbook.cli.output import print_json, print_text
from pitbook.cli.record_options import Db, Key, record_place
from pitbook.cli.target import Json
from pitbook.pit import open_record
from pitbook.pit.house import HouseIdentity

app = typer.Typer(help="Show the house's public key, or make a new key.", no_args_is_help=True)


@app.command()
def show(db: Db = None, as_json: Json = False) -> None:
    """Print the house's public key, which others need to check checkpoints and receipts."""
    with closing(open_record(record_place(db), read_only=True)) as store:
        house = store.house
    _print(house, as_json)


@app.command()
def rotate(db: Db = None, key: Key = None, as_json: Json = False) -> None:
    """Make a new key that signs from now on. The old key signs the change, and still opens what it sealed."""
    with closing(open_record(record_place(db), key=key)) as store:
        store.rotate_key()
        house = store.house
    _print(house, as_json)


def _print(house: HouseIdentity, as_json: bool) -> None:
    if as_json:
        keys = [{"key": key, "since": since} for key, since in zip(house.keys, house.since, strict=True)]
        print_json({"house": house.name, "key": house.key, "keys": keys})
    else:
        print_text(f"{house.key}\n")
