"""The shell: files under one version, what a page of another version is told, and what can be installed and kept."""

import re
import struct

import pytest

from pitbook.rulebooks import book_ids
from pitbook.web.shell import PAGES, read_shell
from pitbook.web.verifier import verifier_page
from web.access.test_security import handshake
from web.running import Served


def test_what_a_page_is_made_of_has_its_version_in_the_address_and_is_kept_for_good(server: Served) -> None:
    http = server.plain()
    addresses = re.findall(r'(?:href|src)="(/shell/[^"]+)"', http.get("/").text)
    assert len(addresses) >= 4
    for address in addresses:
        answer = http.get(address)
        assert answer.status_code == 200
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
    version = addresses[0].split("/")[2]
    other = http.get(addresses[0].replace(version, "0" * len(version)))
    assert other.status_code == 404
    assert "another version of the pages" in other.json()["error"]["problems"][0]["message"]


def test_a_browser_that_looks_for_the_usual_icon_finds_it(server: Served) -> None:
    """It asks beside whatever has no page around it, such as a picture or the verifier's file."""
    answer = server.plain().get("/favicon.ico")
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.content == (PAGES / "icon-192.png").read_bytes()


def test_no_file_is_asked_for_without_its_version() -> None:
    """An address like "/core/api.js" would be answered by whatever version the server has become."""
    for path in PAGES.rglob("*.js"):
        found = re.findall(r"""["'`(](/[a-z_/-]+\.(?:json|js|css|svg|png))""", path.read_text("utf-8"))
        assert path.parent.name == "vendor" or set(found) <= {"/openapi.json"}, path


def test_a_page_of_another_version_is_refused_everything_and_told_to_load_itself_again(server: Served) -> None:
    own, other = read_shell().version, "0" * 16
    ann = server.client()
    table = ann.open()
    current = ann.http.get("/api/tables", headers={"Pitbook-Shell": own})
    assert (current.status_code, "pitbook-shell" in current.headers) == (200, False)
    before = ann.view(table)["version"]
    body = {"do": "buy_in", "amount": "1.00"}
    refused = ann.http.post(f"/api/tables/{table}/commands", json=body, headers={"Pitbook-Shell": other})
    assert refused.status_code == 412
    assert refused.headers["pitbook-shell"] == own
    assert refused.json()["error"]["kind"] == "conflict"
    assert "reload it" in refused.json()["error"]["problems"][0]["message"]
    assert ann.view(table)["version"] == before
    live = f"/api/tables/{table}/live?as=player"
    token = {"Authorization": f"Bearer {ann.token}"}
    assert handshake(server, f"{live}&shell={other}", **token) == 412
    assert handshake(server, f"{live}&shell={own}", **token) == 101


def test_the_verifier_is_a_page_whose_own_policy_lets_nothing_out(server: Served) -> None:
    answer = server.plain().get("/verifier")
    assert answer.text == verifier_page()
    policy = dict(one.split(" ", 1) for one in answer.headers["content-security-policy"].split("; "))
    assert policy["default-src"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"].startswith("'sha256-")
    assert set(policy) == {"default-src", "script-src", "style-src", "frame-ancestors"}


def test_an_app_can_be_installed_from_its_manifest(server: Served) -> None:
    http = server.plain()
    page = http.get("/").text
    address = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert address is not None
    answer = http.get(address[1])
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["scope"], manifest["id"]) == ("/", "/", "/")
    assert manifest["display"] == "standalone"
    assert manifest["name"]
    assert manifest["short_name"]
    assert f'content="{manifest["theme_color"]}"' in page
    purposes = set()
    touch = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert touch is not None
    icons = [*manifest["icons"], {"src": touch[1], "sizes": "180x180", "purpose": "touch"}]
    for icon in icons:
        picture = http.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        wide, high = struct.unpack(">II", picture.content[16:24])
        assert icon["sizes"] == f"{wide}x{high}"
        purposes.add((icon["purpose"], wide))
    assert {("any", 192), ("any", 512), ("maskable", 512)} < purposes
    for shortcut in manifest["shortcuts"]:
        assert http.get(shortcut["url"]).status_code == 200


def test_the_service_worker_is_of_its_version_and_may_serve_every_page(server: Served) -> None:
    answer = server.plain().get(f"{read_shell().root}worker.js")
    assert answer.headers["service-worker-allowed"] == "/"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["content-type"].startswith("text/javascript")


def test_what_a_browser_keeps_is_the_shell_and_what_the_books_say(server: Served) -> None:
    kept = server.plain().get(f"{read_shell().root}kept.json").json()
    assert {"app.js", "index.html", "verifier.html", "style/base.css"} < set(kept["files"])
    assert kept["documents"] == [
        *("/api/books", "/api/books/differences", "/api/glossary", "/api/names"),
        *(f"/api/lesson?target={book}" for book in book_ids()),
    ]
    assert kept["languages"] == ["en", "es"]
    for document in kept["documents"]:
        answer = server.plain().get(document)
        assert answer.status_code == 200
        assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_largest_documents_are_packed_for_who_unpacks_them(server: Served, language: str) -> None:
    ann = server.client()
    table = f"/api/tables/{ann.open()}"
    public = ("/api/books", "/api/books/differences", "/api/glossary", f"/api/lesson?target={book_ids()[0]}")
    for address in (f"{table}/layout", f"{table}/felt?width=800&height=600", *public):
        packed, plain = (
            ann.http.get(address, headers={"Accept-Encoding": packing, "Accept-Language": language})
            for packing in ("gzip", "identity")
        )
        assert packed.headers["content-encoding"] == "gzip"
        assert "content-encoding" not in plain.headers
        assert packed.json() == plain.json()
        assert int(packed.headers["content-length"]) < 0.4 * int(plain.headers["content-length"])
        assert "Accept-Encoding" in packed.headers["vary"]
    assert "content-encoding" not in ann.http.get(table, headers={"Accept-Encoding": "gzip"}).headers  # it has secrets
    refused = ann.http.get("/api/tables/T9999/layout", headers={"Accept-Encoding": "gzip"})
    assert (refused.status_code, "error" in refused.json()) == (404, True)
