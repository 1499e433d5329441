"""Nobody but the page that the desk gave out may ask it anything, and it gives out no file but those named."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from camelrules.desk.security import MAX_BODY, MAX_PASTED
from camelrules.desk.session import Desk

from .conftest import ACCESS, ORIGIN, planted

WAIVE = "/api/texts/0/findings/{}/waive"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted(tmp_path_factory.mktemp("named"))


@pytest.fixture(scope="module")
def desk(file: Path) -> Desk:
    """Shared: no request here may change anything."""
    made = Desk([str(file)])
    made.refresh()
    return made


@pytest.fixture
def key(desk: Desk) -> str:
    shown = desk.texts[0].shown()
    assert shown is not None
    return next(iter(shown.findings))


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8123", "127.0.0.1.evil.example:8123", "127.0.0.1", "127.0.0.1:80", "", "[::1]:8123"],
)
def test_a_name_that_points_here_is_not_ours(client: TestClient, host: str) -> None:
    """DNS rebinding: the browser sends the attacker's name as host, with everything else as it should be."""
    for path in ("/?token=the-token", "/api/desk", "/assets/main.js"):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 421 and "127.0.0.1" in answer.text and "findings" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1:8123", "localhost:8123"])
def test_our_own_names(client: TestClient, host: str) -> None:
    assert client.get("/api/desk", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "https://127.0.0.1:8123", "file://"]
)
def test_another_origin_may_not_ask(client: TestClient, key: str, origin: str, file: Path) -> None:
    for method, path in (("GET", "/api/desk"), ("GET", "/api/events"), ("POST", WAIVE.format(key))):
        answer = client.request(
            method, path, headers={"origin": origin}, json={"reason": "mine"} if method == "POST" else None
        )
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers
    assert not Path(f"{file}.camelrules.yaml").exists()


def test_a_preflight_is_not_answered(client: TestClient) -> None:
    answer = client.options("/api/desk", headers={"origin": ORIGIN, "access-control-request-method": "POST"})
    assert answer.status_code == 405 and not [h for h in answer.headers if h.startswith("access-control")]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_page_elsewhere_can_only_link(client: TestClient, site: str) -> None:
    """It may lead somebody to the desk who has the address; it may not load anything of it."""
    asked = {"sec-fetch-site": site, "sec-fetch-mode": "no-cors"}
    for path in ("/api/desk", "/assets/main.js", "/?token=the-token"):
        assert client.get(path, headers=asked).status_code == 403
    linked = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
    assert client.get("/?token=the-token", headers=linked).status_code == 200
    assert client.get("/api/desk?token=the-token", headers=linked).status_code == 403


@pytest.mark.parametrize("given", ["", "the-toke", "the-token-", "THE-TOKEN", "%00", "ü"])
def test_the_token(stranger: TestClient, given: str) -> None:
    for path in ("/", "/api/desk", "/api/texts/0", "/api/events"):
        answer = stranger.get(path, params={"token": given} if given else {})
        assert answer.status_code == 403 and "token" in answer.text
    assert stranger.get("/api/desk", headers={"authorization": f"Bearer {given}".encode()}).status_code == 403


def test_what_changes_something_needs_the_token_in_a_header(stranger: TestClient, key: str, file: Path) -> None:
    """A form of another page can send an address, and no header."""
    assert stranger.get("/api/desk?token=the-token").status_code == 200
    answer = stranger.post(f"{WAIVE.format(key)}?token={ACCESS.token}", json={"reason": "mine"})
    assert answer.status_code == 403 and not Path(f"{file}.camelrules.yaml").exists()


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_only_json_is_taken(client: TestClient, key: str, kind: str) -> None:
    answer = client.post(WAIVE.format(key), content=b'{"reason": "mine"}', headers={"content-type": kind})
    assert answer.status_code == 415


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b"1", b'"x"', b"[" * 5000, b"\xff"])
def test_bodies_that_say_nothing(client: TestClient, key: str, body: bytes) -> None:
    answer = client.post(WAIVE.format(key), content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 400 and "JSON object" in answer.json()["error"]


def test_bodies_without_end(client: TestClient, key: str) -> None:
    assert client.post(WAIVE.format(key), json={"reason": "x" * MAX_BODY}).status_code == 413
    assert client.post("/api/paste", json={"text": "x" * MAX_PASTED}).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../server.py",
        "/assets/%2e%2e%2fserver.py",
        "/assets/..%5cserver.py",
        "/assets//etc/passwd",
        "/assets/index.html",
        "/assets/",
        "/mine.txt",
        "/api/texts/1",
        "/api/texts/-1",
        "/api/texts/0/beside/text:..%2f..%2fetc%2fpasswd",
        "/api/texts/0/beside/book:..%2f..%2f..%2fetc%2fpasswd",
        "/api/texts/0/beside/book:%2fetc%2fpasswd",
        "/api/texts/0/beside/file:%2fetc%2fpasswd",
        "/api/texts/0/findings/..%2f..%2f",
    ],
)
def test_no_file_but_those_named(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404 and "root:" not in answer.text and "import" not in answer.text


def test_every_answer_is_fenced_in(client: TestClient) -> None:
    """Refusals too: no script but ours, no frame, no place in a cache."""
    for path in ("/?token=the-token", "/api/desk", "/assets/main.js", "/nowhere", "/api/texts/9"):
        for headers in ({}, {"host": "evil.example"}):
            answer = client.get(path, headers=headers)
            policy = answer.headers["content-security-policy"]
            assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
            assert answer.headers["cache-control"] == "no-store"
            assert answer.headers["cross-origin-resource-policy"] == "same-origin"
            assert answer.headers["referrer-policy"] == "no-referrer"


def test_the_page_asks_nobody_else(client: TestClient) -> None:
    page = client.get("/?token=the-token").text
    assert "http://" not in page and "https://" not in page and "//" not in page.replace("<!doctype html>", "")
