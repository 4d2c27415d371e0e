"""A server of its own process, as `pitbook serve` starts it: it can be killed and started again on the same record."""

import subprocess
import sys
from pathlib import Path

import httpx

NAME = "pit.test"
"""A name that the browser of the tests finds the server by, as other machines would."""
PITBOOK = Path(sys.executable).with_name("pitbook")
OTHER_VERSION = """
import hashlib, pathlib, sys
from pitbook.web import shell
shell.PAGES = pathlib.Path(sys.argv.pop(1))
shell.program_digest = lambda: hashlib.sha256(str(shell.PAGES).encode()).hexdigest()
from pitbook.cli import main
main()
"""


class Server:
    """`pitbook serve` on a free port, with a record in a file."""

    def __init__(self, record: Path) -> None:
        self.record = record
        self.port = 0
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def start(self, pages: Path | None = None) -> None:
        """Start it, at the port where it was before if it ran before, and wait until it says where it is.

        With a folder of other pages it is another version.
        """
        program = [str(PITBOOK)] if pages is None else [sys.executable, "-c", OTHER_VERSION, str(pages)]
        command = [*program, "serve", "--no-open", "--port", str(self.port), "--name", NAME]
        command += ["--db", str(self.record)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        assert said.startswith("Pitbook is at http://localhost:"), said
        self.port = int(said.split("http://localhost:")[1].split("/")[0])
        self._operator_key = self._process.stdout.readline().split()[-1]

    def appointment(self, table: str, role: str) -> str:
        """An invitation by the operator."""
        with httpx.Client(base_url=self.address) as http:
            token = http.post("/api/operator", json={"key": self._operator_key}).json()["token"]
            http.cookies.clear()
            bearer = {"Authorization": f"Bearer {token}"}
            answer = http.post(f"/api/tables/{table}/invitations", json={"role": role}, headers=bearer)
            return str(answer.json()["invitation"])

    def make_sure(self) -> None:
        """Start it if it does not run."""
        if self._process is None or self._process.poll() is not None:
            self.start()

    def kill(self) -> None:
        """End it without a warning, as a power cut would."""
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    def stop(self) -> str:
        """End it as a service is ended; what it said last."""
        assert self._process is not None
        self._process.terminate()
        return self._process.communicate()[0]
