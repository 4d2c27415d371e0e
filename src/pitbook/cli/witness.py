"""`pitbook witness`: cosign the checkpoints of other people's logs, so that rewriting them would be noticed."""

import asyncio
import signal
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from pitbook.cli.listen_address import listen_at
from pitbook.cli.output import console, print_json, print_text
from pitbook.cli.target import Json
from pitbook.problems import Problem, RefusedError
from pitbook.transparency.checkpoints import parse_checkpoint
from pitbook.transparency.encoding import encode_base64
from pitbook.transparency.notes import split_note
from pitbook.web.logs import log_to_console
from pitbook.web.settings import Settings
from pitbook.witness.files import locked, make_witness, read_key, read_state
from pitbook.witness.server import server_of
from pitbook.witness.witness import Witness

app = typer.Typer(
    help="Run a witness, which cosigns checkpoints of logs that only grow.",
    no_args_is_help=True,
)
Folder = Annotated[Path, typer.Argument(metavar="FOLDER", help="The folder of the witness.")]


@app.command()
def init(
    folder: Folder,
    name: Annotated[str, typer.Option(help="The name of the witness, usually its address without https://.")],
    as_json: Json = False,
) -> None:
    """Create a witness with a new key and an empty state, and print its vkey."""
    signer = make_witness(folder, name)
    if as_json:
        print_json({"name": signer.name, "vkey": signer.vkey})
    else:
        print_text(f"{signer.vkey}\n")


@app.command()
def show(folder: Folder, as_json: Json = False) -> None:
    """Show a witness's vkey and the last checkpoint that it stored for each log."""
    signer = read_key(folder)
    found = [parse_checkpoint(split_note(note)[0]) for _, note in sorted(read_state(folder, signer).items())]
    logs = [{"origin": one.origin, "size": one.size, "root": encode_base64(one.root)} for one in found]
    if as_json:
        print_json({"name": signer.name, "vkey": signer.vkey, "logs": logs})
        return
    lines = "".join(f"{one['origin']}: {one['size']} leaves, root {one['root']}\n" for one in logs)
    print_text(signer.vkey + "\n" + (lines or "Nothing cosigned yet.\n"))


@app.command()
def serve(
    folder: Folder,
    log: Annotated[list[str], typer.Option(metavar="VKEY", help="The vkey of a log to witness; may be repeated.")],
    host: Annotated[str, typer.Option(help="The address to listen on; by default only this machine.")] = ("127.0.0.1"),
    port: Annotated[int, typer.Option(help="The port; 0 chooses a free one.")] = 8100,
) -> None:
    """Cosign the checkpoints that these logs send, over HTTP (C2SP tlog-witness)."""
    signer = read_key(folder)
    with closing(listen_at(host, port)) as listening, locked(folder):
        witness = Witness(folder, signer, read_state(folder, signer), log)
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}"
        console.print(f"Witness {signer.name} is at {address} (Ctrl+C stops it)", markup=False, soft_wrap=True)
        console.print(f"Its vkey: {signer.vkey}", markup=False, soft_wrap=True)
        log_to_console()
        for number in (signal.SIGTERM, signal.SIGINT):
            # The server raises these signals again after stopping; ignore them then.
            signal.signal(number, lambda *_: None)
        server = server_of(witness, listening, Settings())
        asyncio.run(server.serve(sockets=[listening]))
        if not server.started:
            raise RefusedError(Problem("the witness could not start; see the messages above"))
    console.print("Stopped. The state contains everything that it cosigned.", markup=False)
