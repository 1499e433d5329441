"""What the page is told, and what its buttons do to the files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from camelrules.compare.findings import findings
from camelrules.compare.texts import read_file
from camelrules.compare.waivers import apply_waivers
from camelrules.desk.data import lines
from camelrules.desk.games import Game, Play, Searching, Weigh, question_of, work
from camelrules.desk.session import Desk
from camelrules.text import Document, Line, PagePlace
from camelrules.text.model import Format, Heading

from .conftest import PLANTED


def text(client: TestClient) -> dict[str, Any]:
    data: dict[str, Any] = client.get("/api/texts/0").json()
    return data


def finding(client: TestClient, clause: str) -> dict[str, Any]:
    found: dict[str, Any] = next(f for f in text(client)["findings"] if f["clause"] == clause)
    return found


def post(client: TestClient, path: str, **body: str) -> Any:
    return client.post(f"/api/texts/0/{path}", json=body)


def test_the_lines_are_those_of_the_file(client: TestClient, file: Path) -> None:
    data = text(client)
    assert [line for _, line, _ in data["lines"]] == file.read_text("utf-8").splitlines()
    assert data["state"] == "read" and data["edition"] == "2018" and data["language"] == "en"


def test_every_planted_fault_is_a_finding_marked_where_it_stands(client: TestClient) -> None:
    data = text(client)
    assert {clause for _, _, clause in PLANTED} <= {f["clause"] for f in data["findings"]}
    for _, wrong, clause in PLANTED:
        words = " ".join(
            data["lines"][n - 1][1][a:b] for f in data["findings"] if f["clause"] == clause for n, a, b in f["marks"]
        )
        assert wrong.strip("*") in words


def test_errors_come_first_and_then_what_matters_most(desk: Desk, client: TestClient) -> None:
    """With shares of games that are made up: the finding that changes more games goes up, whatever its line."""
    order = ["error", "warning", "note"]
    severities = [order.index(f["severity"]) for f in text(client)["findings"]]
    assert severities == sorted(severities)
    shown = desk.texts[0].shown()
    assert shown is not None
    asked = {f.clause: q for f in shown.findings.values() if (q := question_of(f))}
    for late, early in ((PLANTED[0][2], PLANTED[2][2]), (PLANTED[2][2], PLANTED[0][2])):
        for clause, share in ((early, 0.9), (late, 0.1)):
            made_up = {"games": 10, "money_changed": share, "winner_changed": 0.0, "error": 0.1}
            desk.games.known[Weigh(asked[clause])] = made_up
        errors = [f["clause"] for f in text(client)["findings"] if f["severity"] == "error"]
        assert errors.index(early) < errors.index(late)


def test_every_sentence_says_what_it_was_read_as(client: TestClient) -> None:
    data = text(client)
    by = {}
    for sentence in data["sentences"]:
        words = " ".join(data["lines"][n - 1][1][a:b] for n, a, b in sentence["spans"])
        by[words] = {clause: (status, value) for clause, status, value in sentence["clauses"]}
    money = next(clauses for words, clauses in by.items() if "5 Egyptian pounds" in words)
    assert money["setup.money.start"] == ("contradicts", "5")
    start = next(clauses for words, clauses in by.items() if words.startswith("The youngest player takes"))
    assert start["setup.start_player"][0] == "agrees"


def test_a_finding_opened(client: TestClient, file: Path) -> None:
    key = finding(client, "setup.money.start")["key"]
    data = client.get(f"/api/texts/0/findings/{key}").json()
    (read,) = data["clause"]["read"]
    assert read["value"] == "5" and "Egyptian pounds" in {word for word, _ in read["words"]} | {"Egyptian pounds"}
    assert "5 Egyptian pounds" in read["sentence"].replace("*", "")
    assert data["clause"]["value"] == "3" and any("3" in rule["says"] for rule in data["clause"]["rules"])
    books = {b["name"]: b for b in data["clause"]["rulebooks"]}
    assert set(books) == {"es-2018", "en-2018", "fr-2014", "pt-2018", "fr-2018"}
    for book in books.values():
        word = "lines " if len(book["lines"]) > 1 else "line " if book["lines"] else ""
        assert book["cited"].startswith(word) and (book["cited"] == "") == (not book["lines"])
    assert data["suggestion"]["lang"] == "en" and "3" in data["suggestion"]["text"] and data["applicable"]
    assert data["game"] == "searching"


def test_accepting_writes_one_sentence_and_keeps_a_copy(client: TestClient, file: Path) -> None:
    before = file.read_bytes()
    found = finding(client, "setup.money.start")
    suggestion = client.get(f"/api/texts/0/findings/{found['key']}").json()["suggestion"]["text"]
    answer = post(client, f"findings/{found['key']}/accept")
    assert answer.status_code == 200
    assert (file.parent / answer.json()["copy"]).read_bytes() == before
    old, new = before.decode().splitlines(), file.read_text("utf-8").splitlines()
    changed = [n for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
    assert changed == [found["marks"][0][0] - 1] and suggestion in new[changed[0]]
    assert "5 Egyptian pounds" not in file.read_text("utf-8")
    assert "setup.money.start" not in {f["clause"] for f in text(client)["findings"]}


def test_accepting_keeps_line_ends_and_marks(desk: Desk, client: TestClient, file: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    desk.refresh()
    post(client, f"findings/{finding(client, 'setup.money.start')['key']}/accept")
    data = file.read_bytes()
    assert data.startswith(b"\xef\xbb\xbf# ") and data.count(b"\n") == data.count(b"\r\n")


def test_a_file_that_changed_meanwhile_is_left_alone(client: TestClient, file: Path) -> None:
    key = finding(client, "setup.money.start")["key"]
    file.write_text(file.read_text("utf-8") + "\nAn afterthought.\n", "utf-8")
    mine = file.read_bytes()
    answer = post(client, f"findings/{key}/accept")
    assert answer.status_code == 409 and "changed" in answer.json()["error"]
    assert file.read_bytes() == mine and list(file.parent.iterdir()) == [file]


def test_a_waiver_is_the_one_that_check_uses(client: TestClient, file: Path) -> None:
    key = finding(client, "setup.money.start")["key"]
    assert post(client, f"findings/{key}/waive", reason=" ").status_code == 400
    assert post(client, f"findings/{key}/waive", reason="a house rule: more money").status_code == 200
    read = read_file(str(file))
    assert "setup.money.start" not in {f.clause for f in apply_waivers(findings(read), read)}
    data = text(client)
    assert "setup.money.start" not in {f["clause"] for f in data["findings"]}
    (waived,) = data["waived"]
    assert waived["reason"] == "a house rule: more money" and waived["key"] == key


def test_a_reading_is_asked_about_again_when_its_words_change(desk: Desk, client: TestClient, file: Path) -> None:
    assert post(client, "clauses/setup.money.start/mark", reading="perhaps").status_code == 400
    assert post(client, "clauses/no.such/mark", reading="right").status_code == 400
    assert post(client, "clauses/setup.money.start/mark", reading="wrong").status_code == 200
    assert text(client)["marks"]["setup.money.start"] == {"reading": "wrong", "current": True}
    file.write_text(file.read_text("utf-8").replace("5 Egyptian pounds", "7 Egyptian pounds"), "utf-8")
    desk.refresh()
    assert text(client)["marks"]["setup.money.start"] == {"reading": "wrong", "current": False}
    assert any(f["code"] == "CR602" and f["clause"] == "setup.money.start" for f in text(client)["findings"])


def test_a_file_that_goes_and_comes_back(desk: Desk, client: TestClient, file: Path) -> None:
    words, revision = file.read_bytes(), text(client)["revision"]
    file.unlink()
    desk.refresh()
    gone = text(client)
    assert gone["state"] == "trouble" and "not there" in gone["message"] and gone["lines"]
    assert gone["revision"] > revision
    answer = post(client, f"findings/{gone['findings'][0]['key']}/waive", reason="x")
    assert answer.status_code == 409 and not list(file.parent.iterdir())
    for data, message in ((b"", "empty"), (b"\x00\x01\x02" * 99, "not a text"), (b"%PDF-1.4 nothing", "PDF")):
        file.write_bytes(data)
        desk.refresh()
        assert text(client)["state"] == "trouble" and message in text(client)["message"]
    file.write_bytes(words.replace(b"5 Egyptian", b"3 Egyptian"))
    desk.refresh()
    back = text(client)
    assert back["state"] == "read" and "setup.money.start" not in {f["clause"] for f in back["findings"]}


def test_a_finding_keeps_its_key_when_lines_are_added_above(desk: Desk, client: TestClient, file: Path) -> None:
    key, line = (finding(client, "setup.money.start")[k] for k in ("key", "marks"))
    file.write_text("A word before.\n\n" + file.read_text("utf-8"), "utf-8")
    desk.refresh()
    now = finding(client, "setup.money.start")
    assert now["key"] == key and now["marks"][0][0] == line[0][0] + 2


def test_what_is_not_said(desk: Desk, client: TestClient, file: Path) -> None:
    sentence = "The youngest player takes"
    lines = [n for n in file.read_text("utf-8").splitlines() if sentence not in n]
    file.write_text("\n".join(lines), "utf-8")
    desk.refresh()
    (missing,) = [u for u in text(client)["unsaid"] if u["clause"] == "setup.start_player"]
    assert missing["expected"] == "youngest" and not missing["example"] and missing["key"]


def test_another_rulebook_beside_it(client: TestClient) -> None:
    offered = {c["id"] for c in client.get("/api/texts/0/beside/-").json()["choices"]}
    assert {"book:es-2018", "book:2014", "book:2018"} <= offered
    rows = {r["clause"]: r for r in client.get("/api/texts/0/beside/book:2018").json()["rows"]}
    assert rows["setup.money.start"]["differs"] and rows["setup.money.start"]["mine"]["value"] == "5"
    assert rows["setup.money.start"]["other"]["value"] == "3" and not rows["setup.start_player"]["differs"]


def test_two_texts_are_compared_with_each_other(file: Path) -> None:
    other = file.with_name("other.txt")
    other.write_text(file.read_text("utf-8").replace("5 Egyptian", "4 Egyptian"), "utf-8")
    desk = Desk([str(file), str(other), str(file)])
    desk.refresh()
    assert [t.name for t in desk.texts] == [str(file), str(other)]
    for opened in desk.texts:
        shown = opened.shown()
        assert shown and any(f.code == "CR103" and f.clause == "setup.money.start" for f in shown.findings.values())


def test_a_pasted_text_is_written_nowhere(client: TestClient, file: Path) -> None:
    words = file.read_text("utf-8")
    number = client.post("/api/paste", json={"text": words}).json()["id"]
    data = client.get(f"/api/texts/{number}").json()
    key = next(f["key"] for f in data["findings"] if f["clause"] == "setup.money.start")
    answer = client.post(f"/api/texts/{number}/findings/{key}/accept", json={})
    assert answer.status_code == 400 and "pasted" in answer.json()["error"]
    assert client.post("/api/paste", json={"text": words}).json()["id"] == number
    assert [p.name for p in file.parent.iterdir()] == ["mine.txt"]


def test_the_game_that_is_drawn_plays_what_the_text_states(desk: Desk) -> None:
    """Everybody starts with 5 pounds instead of 3, and nothing else differs."""
    shown = desk.texts[0].shown()
    assert shown is not None
    question = next(q for f in shown.findings.values() if f.clause == "setup.money.start" and (q := question_of(f)))
    assert desk.games.answer(question) == Searching()
    for task in (Weigh(question), Play(question)):
        desk.games.known[task] = work(task)[1]
    answer = desk.games.answer(question)
    assert isinstance(answer, Game) and answer.impact is not None and answer.impact["money_changed"] == 1
    assert "p1 has 3 pounds by edition 2018 and 5 pounds by the text" in answer.html and "<svg" in answer.html


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_somebody_looks_at_is_searched_first(desk: Desk, order: tuple[int, int]) -> None:
    shown = desk.texts[0].shown()
    assert shown is not None
    asked = [q for f in shown.findings.values() if (q := question_of(f))][:2]
    desk.games.ask([asked[i] for i in order])
    assert desk.games.todo == [*(Weigh(asked[i]) for i in order), *(Play(asked[i]) for i in order)]
    desk.games.first(asked[order[1]])
    assert desk.games.wanted == [Play(asked[order[1]])] and Play(asked[order[1]]) not in desk.games.todo
    assert len(desk.games.todo) == 3
    desk.games.first(asked[order[1]])
    assert len(desk.games.wanted) == 1
    working = desk.games._next(desk.games.wanted, [])
    assert next(working) == Play(asked[order[1]])
    desk.games.ask(asked)
    assert Play(asked[order[1]]) not in desk.games.todo, "a search that is under way does not begin again"


def test_a_heading_of_two_lines_is_one() -> None:
    """The second line of it goes on with the first, and looks like it."""
    place = [PagePlace(1, n) for n in (1, 2, 3)]
    rows = (
        Line("How camels", place[0], Heading(1)),
        Line("move", place[1], continues=True),
        Line("They run.", place[2]),
    )
    shown = lines(Document("a.pdf", Format.PDF, rows))
    assert [kind for _, _, kind in shown] == ["heading", "heading", ""]
