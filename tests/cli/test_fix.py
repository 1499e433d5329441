"""`check --fix`: the suggestions stand in the file, everything else stands as it stood, and nothing is ever lost."""

from __future__ import annotations

import codecs
import difflib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from camelrules.cli import cli
from camelrules.door import writing
from camelrules.lang.source import RulesError
from camelrules.text.patching import Edit, original, patched

TEXT = (Path(__file__).parents[1] / "texts" / "en-2018.txt").read_text("utf-8")
WRONG = TEXT.replace("**3 Egyptian pounds**", "**5 Egyptian pounds**")
assert WRONG != TEXT


def run(*args: str) -> Result:
    options = ["check", "--no-witness", "--edition", "2018", "--lang", "en"]
    return CliRunner().invoke(cli, [*options, *args], catch_exceptions=False)


def mixed(text: str) -> str:
    """The text with every kind of line end."""
    ends = ("\n", "\r\n", "\r")
    return "".join(line + ends[n % 3] for n, line in enumerate(text.splitlines()))


@pytest.mark.parametrize(
    ("right", "wrong", "mark", "encoding"),
    [
        (mixed(TEXT), mixed(WRONG), b"", "utf-8"),
        (TEXT, WRONG, codecs.BOM_UTF8, "utf-8"),
        (mixed(TEXT), mixed(WRONG), codecs.BOM_UTF16_BE, "utf-16-be"),
        (TEXT + "\n“Viel Glück”", WRONG + "\n“Viel Glück”", b"", "cp1252"),
    ],
    ids=["mixed line ends", "byte order mark", "UTF-16", "Windows"],
)
def test_only_the_fault_changes(right: str, wrong: str, mark: bytes, encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(before := mark + wrong.encode(encoding))
    result = run("--fix", str(path))
    assert result.exit_code == 0, result.output
    assert path.read_bytes() == mark + right.encode(encoding)
    assert (tmp_path / "rules.txt.bak").read_bytes() == before
    assert {p.name for p in tmp_path.iterdir()} == {"rules.txt", "rules.txt.bak"}


def test_a_dry_run_is_a_diff_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text(WRONG, encoding="utf-8")
    result = run("--fix-dry-run", str(path))
    assert result.exit_code == 1
    expected = difflib.unified_diff(WRONG.splitlines(), TEXT.splitlines(), str(path), f"{path} (fixed)", lineterm="")
    assert result.stdout.splitlines() == list(expected)
    assert "would end 1 of 1 findings" in result.stderr
    assert path.read_text("utf-8") == WRONG and len(list(tmp_path.iterdir())) == 1


def test_a_right_text_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(TEXT, encoding="utf-8")
    assert run("--fix", str(path)).exit_code == 0
    assert path.read_text("utf-8") == TEXT and len(list(tmp_path.iterdir())) == 1


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    path, link = tmp_path / "real" / "rules.txt", tmp_path / "link.txt"
    path.write_text(WRONG, encoding="utf-8")
    link.symlink_to(path)
    assert run("--fix", str(link)).exit_code == 0
    assert link.is_symlink() and path.read_text("utf-8") == TEXT
    assert (tmp_path / "real" / "rules.txt.bak").read_text("utf-8") == WRONG


def test_a_copy_may_be_read_by_the_same_people(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(WRONG, encoding="utf-8")
    path.chmod(0o600)
    assert run("--fix", str(path)).exit_code == 0
    assert [f.stat().st_mode & 0o777 for f in (path, tmp_path / "rules.txt.bak")] == [0o600, 0o600]


def test_a_second_copy_has_a_name_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(WRONG, encoding="utf-8")
    (tmp_path / "rules.txt.bak").write_text("of a person", encoding="utf-8")
    assert run("--fix", str(path)).exit_code == 0
    assert (tmp_path / "rules.txt.bak").read_text("utf-8") == "of a person"
    assert (tmp_path / "rules.txt.2.bak").read_text("utf-8") == WRONG


def test_a_read_only_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text(WRONG, encoding="utf-8")
    path.chmod(0o444)
    with pytest.raises(RulesError) as caught:
        run("--fix", str(path))
    assert "read-only" in caught.value.render()
    assert path.read_text("utf-8") == WRONG and len(list(tmp_path.iterdir())) == 1


def test_what_changed_meanwhile_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("typed while the program was reading", encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        writing.replace_kept(path, b"as it was read", b"as it is to be")
    assert "changed meanwhile" in caught.value.render()
    assert path.read_text("utf-8") == "typed while the program was reading"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_cannot_be_changed_is_said(tmp_path: Path) -> None:
    page = tmp_path / "rules.html"
    page.write_text(f"<html><body><p>{WRONG}</p></body></html>", encoding="utf-8")
    with pytest.raises(RulesError) as caught:
        run("--fix", str(page))
    assert "only plain text and Markdown" in caught.value.render()
    options = ["--fix", "--fix-dry-run"], ["--fix", "--watch"], ["--fix-dry-run", "--format", "json"]
    for wrong in options:
        assert CliRunner().invoke(cli, ["check", *wrong, str(page)]).exit_code != 0
    assert CliRunner().invoke(cli, ["check", "--fix", "-"], input=WRONG).exit_code != 0


def test_bytes_that_are_no_text_and_letters_that_an_encoding_lacks() -> None:
    with pytest.raises(RulesError):
        original(b"caf\xe9 \x81 \x8d", "x")  # no letters of Windows
    file = original("café".encode("cp1252"), "x")
    assert patched(file, [Edit((0, 0), (0, 3), "th")]) == "thé".encode("cp1252")
    with pytest.raises(RulesError) as caught:
        patched(file, [Edit((0, 0), (0, 1), "−")])
    assert "has no `−`" in caught.value.render()
