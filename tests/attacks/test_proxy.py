"""Who asks, by what a proxy says: believed of the proxies that the operator names, and of nobody else. And TLS."""

import json
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Timer
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from websockets.client import ClientProtocol
from websockets.protocol import State
from websockets.sync.client import connect
from websockets.uri import parse_uri

from pitbook.cli.serve import serve
from pitbook.ledger import MemoryStore
from pitbook.pit import Pit
from pitbook.problems import PitbookError
from pitbook.web.app import create_app
from pitbook.web.settings import Rate, Settings
from web.running import FAST, listening, served

DOCS = Path(__file__).parents[2] / "docs"
SLOW = Settings(sessions=Rate(2, 0.001))
"""Two sessions for each address, so that it shows which address somebody is taken for."""


@contextmanager
def _serving(settings: Settings = SLOW, **more: Any) -> Iterator[int]:
    with listening(create_app(Pit(MemoryStore()), settings), settings, **more) as port:
        yield port


def _sign_in(port: int, **headers: str) -> httpx.Response:
    with httpx.Client(base_url=f"http://localhost:{port}") as http:
        return http.post("/api/session", json={"name": "Ann"}, headers=headers)


def _statuses(port: int) -> list[int]:
    return [_sign_in(port, **{"X-Forwarded-For": f"192.0.2.{one}"}).status_code for one in range(4)]


def test_nobody_says_to_come_from_elsewhere() -> None:
    with _serving() as port:
        plain = _sign_in(port, **{"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9"})
        assert "Secure" not in plain.headers["set-cookie"]
        assert _statuses(port) == [200, 429, 429, 429]
    with _serving(proxies=["192.0.2.1/32"]) as port:
        assert _statuses(port) == [200, 200, 429, 429]


def test_a_proxy_that_was_named_says_who_asks_and_how() -> None:
    with _serving(proxies=["127.0.0.1/32"]) as port:
        assert _statuses(port) == [200] * 4
        # What a client has written before the proxy's own word is not believed.
        forged = [f"198.51.100.{one}, 203.0.113.5" for one in range(3)]
        assert [_sign_in(port, **{"X-Forwarded-For": one}).status_code for one in forged] == [200, 200, 429]
        secure = _sign_in(port, **{"X-Forwarded-For": "192.0.2.50", "X-Forwarded-Proto": "https"})
        assert "; Secure" in secure.headers["set-cookie"]
        plain = _sign_in(port, **{"X-Forwarded-For": "192.0.2.51", "X-Forwarded-Proto": "http"})
        assert "Secure" not in plain.headers["set-cookie"]


@pytest.mark.parametrize(
    "host", ["[::1].evil.com", "[::1]evil", "[::1", "::1]", "[evil.com]", "localhost:80:80", "[::1]:x"]
)
def test_hosts_that_only_begin_like_ours(tmp_path: Path, host: str) -> None:
    with served(tmp_path / "record.db", FAST) as server:
        assert server.plain().get("/healthz", headers={"Host": host}).status_code in (400, 403)
        assert server.plain().get("/healthz", headers={"Host": "[::1]:8000"}).status_code == 200


@pytest.mark.parametrize(
    "asked",
    [
        {"proxy": ["proxy.example"]},
        {"proxy": ["*"]},
        {"proxy": ["127.0.0.1/8"]},
        {"tls_cert": Path("cert.pem")},
        {"tls_key": Path("key.pem")},
        {"tls_cert": Path("/no/such"), "tls_key": Path("/no/such")},
        {"tls_cert": Path(__file__), "tls_key": Path(__file__)},
    ],
)
def test_what_can_not_be_a_proxy_or_a_certificate_is_a_sentence(tmp_path: Path, asked: dict[str, Any]) -> None:
    with pytest.raises(PitbookError):
        serve(host="127.0.0.1", port=0, db=str(tmp_path / "x.db"), **asked)
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate of our own for localhost, and its key."""
    key, name, now = ec.generate_private_key(ec.SECP256R1()), x509.DNSName("localhost"), datetime.now(UTC)
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name.value)])
    made = (
        x509.CertificateBuilder(subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([name]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, SHA256())
    )
    found = tmp_path / "cert.pem", tmp_path / "key.pem"
    found[0].write_bytes(made.public_bytes(Encoding.PEM))
    found[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    return found


def _open_table(port: int, trusted: ssl.SSLContext) -> tuple[str, dict[str, str]]:
    """Over TLS a session has a secure cookie. The address of a table's live connection, and who may ask for it."""
    transport = httpx.HTTPTransport(retries=20, verify=trusted)
    with httpx.Client(base_url=f"https://localhost:{port}", transport=transport) as http:
        answer = http.post("/api/session", json={"name": "Ann"})
        assert "; Secure" in answer.headers["set-cookie"]
        bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
        http.cookies.clear()
        asked = {"target": "md-four-card-poker", "seat": 1, "buy_in": "50.00"}
        table = http.post("/api/tables", json=asked, headers=bearer).json()["table"]
    return f"wss://localhost:{port}/api/tables/{table}/live", bearer


def _check_tls(port: int, cert: Path) -> None:
    trusted = ssl.create_default_context(cafile=str(cert))
    address, bearer = _open_table(port, trusted)
    with connect(address, ssl=trusted, additional_headers=bearer, compression=None) as live:
        assert json.loads(live.recv(30))["type"] == "view"


def test_tls_without_a_proxy(certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    with _serving(certificate=cert, key=key) as port:
        _check_tls(port, cert)


def test_a_server_stops_as_always_while_a_page_is_closing_its_connection(certificate: tuple[Path, Path]) -> None:
    """With TLS a connection is closing until the page has answered; this one does when the server has begun to stop."""
    cert, key = certificate
    trusted = ssl.create_default_context(cafile=str(cert))
    app = create_app(Pit(MemoryStore()), FAST)
    with listening(app, FAST, certificate=cert, key=key) as port:
        address, bearer = _open_table(port, trusted)
        protocol = ClientProtocol(parse_uri(address))
        request = protocol.connect()
        request.headers.update(bearer)
        protocol.send_request(request)
        page = trusted.wrap_socket(_raw(port), server_hostname="localhost")
        page.sendall(b"".join(protocol.data_to_send()))
        while protocol.state is not State.OPEN:
            protocol.receive_data(page.recv(65_536))
        protocol.send_close(1000)
        page.sendall(b"".join(protocol.data_to_send()))
        while protocol.close_rcvd is None:
            protocol.receive_data(page.recv(65_536))
        answering = Timer(1, page.close)
        answering.start()
    answering.join()
    assert app.state.server.pages.closed


def test_half_a_tls_handshake_is_hung_up_on(certificate: tuple[Path, Path]) -> None:
    cert, key = certificate
    settings = Settings(request_seconds=0.5)
    with _serving(settings, certificate=cert, key=key) as port, closing(_raw(port)) as raw:
        raw.sendall(b"\x16\x03\x01")
        assert raw.recv(1) == b""


def _raw(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), 20)


def example() -> str:
    """The nginx configuration of the documentation."""
    text = (DOCS / "how-to" / "operations.md").read_text(encoding="utf-8")
    return text.partition("```nginx\n")[2].partition("```")[0]


@pytest.mark.prove
@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed (Debian: apt install nginx-light)")
def test_the_nginx_example(certificate: tuple[Path, Path], tmp_path: Path) -> None:
    """The configuration of the documentation, with other ports and files: pages, cookies and a live connection."""
    cert, key = certificate
    with _serving(FAST, proxies=["127.0.0.1/32"]) as port:
        own = port + 1 if port < 65_535 else port - 1
        text = example().replace("127.0.0.1:8000", f"127.0.0.1:{port}").replace("listen 443", f"listen 127.0.0.1:{own}")
        text = text.replace("pit.example.org", "localhost")
        text = text.replace("/etc/ssl/pit.pem", str(cert)).replace("/etc/ssl/pit.key", str(key))
        text = f"daemon off; error_log stderr; pid {tmp_path}/pid; events {{}} http {{ access_log off; {text} }}"
        (tmp_path / "nginx.conf").write_text(text)
        nginx = subprocess.Popen((str(shutil.which("nginx")), "-p", str(tmp_path), "-c", str(tmp_path / "nginx.conf")))
        try:
            _check_tls(own, cert)
        finally:
            nginx.terminate()
            nginx.wait(30)
