"""Asking witnesses: over HTTP, one and many, honest, dead, slow and talking nonsense."""

import socket
import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import httpx
import pytest

from attacks.test_proxy import certificate
from pitbook.problems import MalformedError, RefusedError
from pitbook.transparency.client import GatheredCosignatures, KnownWitness, OtherSizeError, submit
from pitbook.transparency.cosignatures import CosignatureVerifier, cosign, cosigned
from pitbook.transparency.requests import LARGEST_REQUEST, AddCheckpoint
from pitbook.web.settings import Settings
from pitbook.witness.files import read_key
from transparency import naive
from witness.running import again, answering, gather, new_witness, saying, served

__all__ = ["certificate"]


class TableServer:
    """Some witnesses over HTTP."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self.folder = folder
        self.stack = stack
        self.witnesses: list[KnownWitness] = []

    def add(self, number: int = 1) -> None:
        for _ in range(number):
            folder = self.folder / str(len(self.witnesses))
            found = new_witness(folder, f"w{len(self.witnesses)}.example")
            self.witnesses.append(KnownWitness(self.stack.enter_context(served(found)), read_key(folder).vkey))

    def add_fake(self, url: str) -> None:
        folder = self.folder / str(len(self.witnesses))
        new_witness(folder, f"w{len(self.witnesses)}.example")
        self.witnesses.append(KnownWitness(url, read_key(folder).vkey))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[TableServer]:
    with ExitStack() as stack:
        yield TableServer(tmp_path, stack)


@pytest.fixture
def log() -> naive.Log:
    return naive.Log(naive.leaves(40))


def names(found: GatheredCosignatures) -> list[str]:
    return sorted(found.cosigned)


def test_three_witnesses_cosign(house: TableServer, log: naive.Log) -> None:
    house.add(3)
    found = gather(log, house.witnesses, 2)
    assert (found.enough, found.problems) == (True, ())
    assert cosigned(found.note, [one.verifier for one in house.witnesses]) == found.cosigned
    assert all(abs(one - time.time()) < 60 for one in found.cosigned.values())
    log.leaves += naive.leaves(5, "more")
    assert names(gather(log, house.witnesses, 3, old=40)) == ["w0.example", "w1.example", "w2.example"]
    # Nobody remembers what these witnesses have: they say so themselves.
    assert names(gather(log, house.witnesses, 3, old=0)) == ["w0.example", "w1.example", "w2.example"]
    assert names(gather(log, house.witnesses, 3, old=1000)) == ["w0.example", "w1.example", "w2.example"]


def test_one_answer_has_the_size_that_was_cosigned(house: TableServer, log: naive.Log) -> None:
    house.add()
    url = house.witnesses[0].url
    assert submit(url, 0, (), log.checkpoint(20), 20).startswith("— w0.example ")
    with pytest.raises(OtherSizeError) as found:
        submit(url + "/", 0, (), log.checkpoint(40), 20)
    assert found.value.size == 20
    with pytest.raises(RefusedError, match="answered 422"):
        submit(url, 20, (), log.checkpoint(40), 20)
    with pytest.raises(RefusedError, match="answered 404: Not Found"):
        submit(url + "/other", 0, (), log.checkpoint(40), 20)


def test_a_minority_is_refused_before_anybody_is_asked(house: TableServer, log: naive.Log) -> None:
    house.add(2)
    for witnesses, k in ((house.witnesses, 1), (house.witnesses, 3), ([], 0), (house.witnesses[:1] * 2, 2)):
        with pytest.raises(RefusedError):
            gather(log, witnesses, k)
    assert gather(log, house.witnesses, 2).enough


def drip(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    try:
        for _ in range(200):
            handler.wfile.write(b"-")
            handler.wfile.flush()
            time.sleep(0.05)
    except OSError:
        return


def test_who_talks_nonsense_is_named_and_has_no_vote(house: TableServer, log: naive.Log) -> None:
    house.add(2)
    note = log.checkpoint()
    signer = read_key(house.folder / "0")
    another = cosign(note, signer, 1).encode()
    answers = [
        (saying(200, b""), "nonsense"),
        (saying(200, b"hello\n"), "not a signature line"),
        (saying(200, b"\xff\xfe"), "not text"),
        (saying(200, another), "no cosignature of w5.example"),
        (saying(200, another.replace(b"w0", b"w6")), "no cosignature of w6.example"),
        (saying(200, b"x" * 100_000), "larger than"),
        (saying(409, b"ten\n"), "not a decimal number"),
        (saying(409, b"41\n"), "has cosigned 41 leaves, but this checkpoint has only 40: the log was truncated"),
        (saying(409, b"39\n"), "a proof from size 39, which was already sent"),
        (saying(409, b"0\n"), "a proof from size 0, which was already sent"),
        (saying(500, b"<h1>Oh\x1b[31m no</h1>" * 100), "answered 500: <h1>Oh [31m no"),
        (saying(302, b""), "answered 302: nothing"),
        (drip, "seconds"),
    ]
    with ExitStack() as stack:
        for answer, _ in answers:
            house.add_fake(stack.enter_context(answering(answer)))
        with closing(socket.create_server(("127.0.0.1", 0))) as silent:
            house.add_fake(f"http://127.0.0.1:{silent.getsockname()[1]}")
            begun = time.monotonic()
            found = gather(log, house.witnesses, 9, timeout=5)
            assert time.monotonic() - begun < 10
    assert (names(found), found.enough) == (["w0.example", "w1.example"], False)
    problems = {one.value: one.message for one in found.problems}
    for number, (_, reason) in enumerate(answers, 2):
        assert reason in problems[f"w{number}.example"], problems[f"w{number}.example"]
    assert "seconds" in problems[f"w{len(answers) + 2}.example"]
    assert len(problems) == len(answers) + 1


def test_a_witness_that_is_not_there(house: TableServer, log: naive.Log) -> None:
    house.add(2)
    with pytest.raises(RefusedError, match="label"):
        submit(f"http://{'a' * 70}", 0, (), log.checkpoint(), 20)
    with closing(socket.create_server(("127.0.0.1", 0))) as gone:
        address = f"http://127.0.0.1:{gone.getsockname()[1]}"
    house.add_fake(address)
    found = gather(log, house.witnesses, 2)
    assert (found.enough, len(found.problems)) == (True, 1)
    assert "w2.example did not cosign" in str(found.problems[0])
    assert "refused" in str(found.problems[0])


def test_over_tls_the_certificate_and_the_deadline_count(
    certificate: tuple[Path, Path], log: naive.Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with answering(saying(200, b"lines\n"), context) as url:
        with pytest.raises(RefusedError, match="certificate verify failed"):
            submit(url, 0, (), log.checkpoint(), 20)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert submit(url, 0, (), log.checkpoint(), 20) == "lines\n"
    with answering(drip, context) as url:
        begun = time.monotonic()
        with pytest.raises(RefusedError, match="no answer within"):
            submit(url, 0, (), log.checkpoint(), 0.5)
        assert time.monotonic() - begun < 5


@pytest.mark.parametrize(
    "url",
    [
        "",
        "witness.example",
        "ftp://a",
        "http://",
        "http://a:b",
        "http://a:0",
        "http://a/?b",
        "http://a b",
        "http://ä",
        "http://a\nb",
        "http://a\x7f",
    ],
)
def test_addresses_that_are_none(url: str) -> None:
    with pytest.raises(MalformedError, match="address of a witness"):
        KnownWitness(url, "a")


def test_requests_are_bounded(tmp_path: Path, log: naive.Log) -> None:
    with served(new_witness(tmp_path / "w")) as url, httpx.Client(base_url=url, timeout=60) as client:
        assert client.post("/add-checkpoint", content=b"x" * (LARGEST_REQUEST + 1)).status_code == 413
        assert client.post("/add-checkpoint", content=b"\xff").status_code == 400
        assert client.get("/add-checkpoint").status_code == 405
        answer = client.post("/add-checkpoint", content=AddCheckpoint(9, (), log.checkpoint()).text().encode())
        assert (answer.status_code, answer.text, answer.headers["content-type"]) == (409, "0\n", "text/x.tlog.size")


def test_half_a_request_is_hung_up_on(tmp_path: Path) -> None:
    half = b"POST /add-checkpoint HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nold"
    with served(new_witness(tmp_path / "w"), Settings(body_seconds=0.3)) as url:
        port = int(url.rpartition(":")[2])
        with closing(socket.create_connection(("127.0.0.1", port), 60)) as cut_off:
            cut_off.sendall(half)
        with closing(socket.create_connection(("127.0.0.1", port), 60)) as slow:
            slow.sendall(half)
            assert slow.recv(100).startswith(b"HTTP/1.1 408 ")


def test_half_open_connections_do_not_keep_a_log_out(tmp_path: Path, log: naive.Log) -> None:
    witness = new_witness(tmp_path / "w")
    settings = Settings(max_sockets_each=20, request_seconds=1)
    with served(witness, settings) as url, ExitStack() as stack:
        port = int(url.rpartition(":")[2])
        for _ in range(60):
            stack.enter_context(closing(socket.create_connection(("127.0.0.1", port), 20)))
        asked = KnownWitness(url, read_key(tmp_path / "w").vkey)
        assert gather(log, [asked], 1).enough
    assert CosignatureVerifier.parse(asked.vkey).name == "witness.example"
    again(tmp_path / "w")
