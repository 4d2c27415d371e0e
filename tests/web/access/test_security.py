"""What every request passes and every answer carries: host, origin, size, pace, headers, and one form of error."""

import json
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pitbook.problems import Problem, RefusedError
from pitbook.web.access.rate_limits import RateLimiter
from pitbook.web.errors import TooFastError
from pitbook.web.settings import Rate, Settings
from pitbook.web.shell import read_shell
from web.running import Served, served

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


def handshake(served_: Served, path: str, **headers: str) -> int:
    """The status of a handshake, 101 if it succeeds."""
    try:
        with connect(f"ws://localhost:{served_.port}{path}", additional_headers=headers, compression=None):
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/tables", "/nothing", "/api/tables/T0", "/icon.svg", "/docs"])
def test_every_answer_carries_the_headers(server: Served, path: str) -> None:
    answer = server.plain().get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cache-control"] == ("no-cache" if path in ("/", "/icon.svg", "/docs") else "no-store")


@pytest.mark.parametrize("path", ["app.js", "core/api.js", "style/base.css"])
def test_scripts_and_styles_may_do_nothing_but_in_a_page(server: Served, path: str) -> None:
    answer = server.plain().get(f"{read_shell().root}{path}")
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == "default-src 'none'"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert "cross-origin-opener-policy" not in answer.headers


def test_a_worker_is_ruled_by_its_own_policy(server: Served) -> None:
    answer = server.plain().get(f"{read_shell().root}worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize(
    ("path", "status"), [("/nothing", 404), ("/api/nothing", 404), ("/core/../../app.py", 404), ("/app.js", 404)]
)
def test_what_is_not_there_has_the_form_of_every_error(server: Served, path: str, status: int) -> None:
    answer = server.plain().get(path)
    assert answer.status_code == status
    assert answer.json()["error"]["problems"][0]["message"]


def test_a_person_at_a_wrong_address_gets_the_page_that_says_so(server: Served) -> None:
    answer = server.plain().get("/nowhere", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.headers["content-type"].startswith("text/html")
    assert b"app.js" in answer.content
    api = server.plain().get("/api/nowhere", headers={"Accept": "text/html"})
    assert api.status_code == 404
    assert api.json()["error"]["problems"]


def test_other_methods_are_answered_in_the_same_form(server: Served) -> None:
    answer = server.plain().put("/api/tables", json={})
    assert answer.status_code == 405
    assert set(answer.json()) == {"error"}


@pytest.mark.parametrize(
    "path",
    ["/%2e%2e/app.py", "/..%2f..%2fapp.py", "/core/%00.js", "/%2fetc%2fpasswd", "//etc/passwd"]
    + [f"{read_shell().root}{path}" for path in ("..%2fapp.py", "%2e%2e/app.py", "../app.py", "%2fetc%2fpasswd")],
)
def test_nothing_outside_the_pages_is_served(server: Served, path: str) -> None:

    with socket.create_connection(("127.0.0.1", server.port), 10) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.split()[1] in (b"404", b"200")
    assert b"root:" not in answer
    assert b"FastAPI" not in answer


def test_pages_are_kept_by_browsers_until_they_change(server: Served) -> None:
    http = server.plain()
    first = http.get("/")
    assert first.headers["content-type"].startswith("text/html")
    again = http.get("/", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert http.get("/", headers={"If-None-Match": '"other"'}).status_code == 200
    assert http.head("/").headers["etag"] == first.headers["etag"]


def test_pages_are_sent_packed_to_who_unpacks_them(server: Served) -> None:
    http = server.plain()
    packed, plain = (
        http.get(f"{read_shell().root}style/table.css", headers={"Accept-Encoding": packing})
        for packing in ("gzip", "identity")
    )
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < 0.4 * int(plain.headers["content-length"])
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    tags = {http.get("/", headers={"Accept-Encoding": packing}).headers["etag"] for packing in ("gzip", "identity")}
    assert len(tags) == 2


@pytest.mark.parametrize(
    "path", ["/", "/table/T1", "/table/T1/dealer", "/round/T1-7", "/odds", "/session", "/drill", "/about"]
)
def test_every_address_of_the_page_is_the_page(server: Served, path: str) -> None:
    answer = server.plain().get(path)
    assert answer.status_code == 200
    assert '<div id="app">' in answer.text


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:1", "[::1]:80", "LOCALHOST:8000"])
def test_names_of_this_machine_are_answered(server: Served, host: str) -> None:
    assert server.plain().get("/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example:8000", ""])
def test_other_names_that_point_here_are_not(server: Served, host: str) -> None:
    assert server.plain().get("/healthz", headers={"Host": host}).status_code == 403
    if host:
        assert handshake(server, "/api/tables/T1/live", Host=host) in (400, 403)


def test_a_server_for_others_answers_to_addresses_and_to_its_names(tmp_path: Path) -> None:
    """Somebody else's name that points here is refused wherever the server listens, with what can be done about it."""
    names = Settings(hosts=frozenset({"localhost", "pit.example.org"}), any_address=True)
    with served(tmp_path / "record.db", names) as server:
        http = server.plain()
        for host in ("localhost", "192.0.2.7:8000", "[2001:db8::7]:8000", "PIT.example.org:80"):
            assert http.get("/healthz", headers={"Host": host}).status_code == 200, host
        for host in ("evil.example", "192.0.2.7.evil.example", "[evil]", "1.2.3", "", "org", "x.pit.example.org"):
            answer = http.get("/healthz", headers={"Host": host})
            assert answer.status_code == 403, host
            assert "pitbook serve --name NAME" in answer.json()["error"]["problems"][0]["message"]


def test_another_sites_page_can_not_write(server: Served) -> None:
    ann = server.client()
    for origin in ("http://evil.example", "null", f"http://localhost:{server.port + 1}", "https://", "file://"):
        answer = ann.http.post("/api/session", json={"name": "Eve"}, headers={"Origin": origin})
        assert answer.status_code == 403, origin
    ours = {"Origin": server.address}
    assert ann.http.post("/api/session", json={"name": "Eve"}, headers=ours).status_code == 200


def test_a_cookie_alone_is_not_enough_to_write(server: Served) -> None:
    http = server.plain()
    http.post("/api/session", json={"name": "Ann"})
    asked = {"target": "md-heads-up-holdem"}
    assert http.post("/api/tables", json=asked).status_code == 403
    assert http.post("/api/tables", json=asked, headers={"Origin": "http://evil.example"}).status_code == 403
    assert http.post("/api/tables", json=asked, headers={"Origin": server.address}).status_code == 201


def test_another_sites_page_can_not_connect(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    path, bearer = f"/api/tables/{table}/live", f"Bearer {ann.token}"
    assert handshake(server, path, Origin="http://evil.example") == 403
    assert handshake(server, path, Origin="http://evil.example", Authorization=bearer) == 403
    assert handshake(server, path, Cookie=f"pitbook={ann.token}") == 403
    assert handshake(server, path, Cookie=f"pitbook={ann.token}", Origin=server.address) == 101
    assert handshake(server, path, Authorization=bearer) == 101
    assert handshake(server, path) == 101
    assert handshake(server, "/api/tables/T999/live") == 404
    assert handshake(server, f"{path}?as=dealer") == 403
    assert handshake(server, f"{path}?as=boss") == 422
    private = ann.open(private=True)
    assert handshake(server, f"/api/tables/{private}/live") == 403


def test_a_large_body_is_refused_whether_or_not_it_says_so(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    large = json.dumps({"do": "leave", "x": "y" * 70_000})
    path = f"/api/tables/{table}/commands"
    answer = ann.http.post(path, content=large, headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert answer.json()["error"]["kind"] == "malformed"

    def pieces() -> Iterator[bytes]:
        for at in range(0, len(large), 10_000):
            yield large[at : at + 10_000].encode()

    answer = ann.http.post(path, content=pieces(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413
    assert ann.view(table)["you"]["seats"] == [1]


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"do": "sit", "seat": ' + b"9" * 5000 + b"}", b'{"do": NaN}', b"null"],
)
def test_what_is_no_json_is_malformed(server: Served, body: bytes) -> None:
    ann = server.client()
    table = ann.open()
    answer = ann.http.post(f"/api/tables/{table}/commands", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text
    assert answer.json()["error"]["kind"] == "malformed"


def test_texts_that_can_not_be_written_are_malformed(server: Served) -> None:
    ann = server.client()
    table = ann.open()
    for text in ("\\ud800", "a\\udfffb"):
        for asked in ('{"do":"reveal_seed","seed":"%s"}', '{"do":"seat_guest","seat":2,"name":"%s"}', '{"do":"%s"}'):
            content = (asked % text).encode()
            headers = {"Content-Type": "application/json"}
            answer = ann.http.post(f"/api/tables/{table}/commands", content=content, headers=headers)
            assert answer.status_code == 422, (asked, answer.text)


def test_buckets_fill_up_again() -> None:
    now = [0.0]
    limiter = RateLimiter(Rate(3, 2.0), lambda: now[0])
    for _ in range(3):
        limiter.take("ann")
    with pytest.raises(TooFastError):
        limiter.take("ann")
    limiter.take("bob")
    now[0] = 0.49
    with pytest.raises(TooFastError):
        limiter.take("ann")
    now[0] = 0.5
    limiter.take("ann")
    now[0] = 100.0
    for _ in range(3):
        limiter.take("ann")
    with pytest.raises(TooFastError):
        limiter.take("ann")


def test_too_much_in_a_short_time(tmp_path: Path) -> None:
    slow = Settings(requests=Rate(25, 0.001), commands=Rate(5, 0.001), sessions=Rate(3, 0.001))
    with served(tmp_path / "record.db", slow) as server:
        ann = server.client("Ann")
        table = ann.open()
        answers = [ann.ask(table, "buy_in", amount="1.00") for _ in range(6)]
        assert [answer.status_code for answer in answers] == [200] * 4 + [429] * 2
        assert answers[-1].headers["retry-after"] == "1"
        assert answers[-1].json()["error"]["kind"] == "refused"
        http = server.plain()
        names = [
            http.post("/api/session", json={"name": f"P{n}"}, headers={"Origin": server.address}) for n in range(4)
        ]
        assert [answer.status_code for answer in names] == [200, 200, 429, 429]
        plain = server.plain()
        statuses = [plain.get("/healthz").status_code for _ in range(30)]
        assert statuses[-1] == 429
        assert statuses.count(200) >= 20


@pytest.mark.parametrize("path", [f"/{'a' * 300}.js", f"/table/{'a' * 300}.js", f"/api/tables/{'a' * 300}"])
def test_a_name_that_no_file_can_have(server: Served, path: str) -> None:
    assert server.plain().get(path).status_code in (200, 404, 422)


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "null", "://", "http://", "//localhost", "file://"])
def test_an_origin_that_is_no_address(server: Served, origin: str) -> None:
    ann = server.client()
    headers = {"Origin": origin}
    assert ann.http.post("/api/session", json={"name": "Eve"}, headers=headers).status_code == 403
    assert handshake(server, f"/api/tables/{ann.open()}/live", Origin=origin) == 403


def test_the_place_of_the_record_is_told_only_to_the_log(
    server: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    ann = server.client()
    table = ann.open()
    path = str(server.path)

    def full(_: Any) -> Any:
        raise RefusedError(Problem(f"there is no room left for {path}; nothing was stored", path))

    with monkeypatch.context() as patched:
        patched.setattr(server.pit.store, "append_group", full)
        answer = ann.ask(table, "buy_in", amount="1.00")
    assert answer.status_code == 409
    assert path not in answer.text
    assert answer.json()["error"]["problems"][0]["message"].startswith("the record can't be used now")
    assert path in caplog.text
    assert ann.view(table)["players"][ann.player]["stack"] == "5000.00"
    ann.do(table, "buy_in", amount="1.00")
    assert ann.view(table)["players"][ann.player]["stack"] == "5001.00"


def test_an_unexpected_error_is_a_plain_answer(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control for "never a 500": if one happens, it says nothing of the inside, and the server goes on."""
    ann = server.client()
    table = ann.open()

    def fail(*_: Any) -> Any:
        raise ZeroDivisionError("secret")

    with monkeypatch.context() as patched:
        patched.setattr(server.app.state.server.pages, "view", fail)
        answer = ann.http.get(f"/api/tables/{table}")
    assert answer.status_code == 500
    assert "secret" not in answer.text
    assert answer.json()["error"]["problems"][0]["message"].startswith("something went wrong")
    assert answer.headers["content-security-policy"] == POLICY
    assert ann.view(table)["version"]


def test_health(server: Served) -> None:
    server.client().open()
    found = server.plain().get("/healthz").json()
    assert found["status"] == "ok"
    assert set(found["digests"]) == {"version", "code", "books", "shuffle"}
    assert found["changes"] == []
    assert found["head"]["number"] == server.pit.store.head().number
    assert found["tables"] >= 1
    assert found["uptime_seconds"] > 0


def test_the_description_names_every_address_and_our_errors(server: Served) -> None:
    found = server.plain().get("/openapi.json").json()
    assert {"/healthz", "/api/session", "/api/tables", "/api/tables/{table}/commands"} <= set(found["paths"])
    command = found["paths"]["/api/tables/{table}/commands"]["post"]
    assert {"401", "403", "404", "409", "412", "413", "422", "429"} <= set(command["responses"])
    shapes = json.dumps(command["responses"]["422"])
    assert "ErrorDocument" in shapes
    assert "HTTPValidationError" not in json.dumps(found)


def test_a_refused_live_connection_is_no_error_in_the_log(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    ann = server.client()
    token = {"Authorization": f"Bearer {ann.token}"}
    assert handshake(server, "/api/tables/T0/live?as=player", **token) == 404
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
