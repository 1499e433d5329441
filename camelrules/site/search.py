"""The search index: for each page its title, a line about it, and the words of its text, as a script."""

from __future__ import annotations

import html
import json
import re

from camelrules.door.escape import script_json

# Words that every page has, and that nobody searches for.
_EVERYWHERE = "a an and are as at be by for from has in is it its no not of on one or that the to with"
_COMMON = frozenset(re.findall("[a-z]+", _EVERYWHERE))
_TAG = re.compile(r"<[^>]+>")
_WORD = re.compile(r"[a-z0-9][a-z0-9._-]*[a-z0-9]|[a-z0-9]")


def search_index(pages: dict[str, str]) -> str:
    """A script that sets the index; loaded only when somebody searches."""
    rows = [_entry(path, text) for path, text in sorted(pages.items())]
    written = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return f"globalThis.camelSearch={script_json(written)};\n"


def _entry(path: str, text: str) -> dict[str, str]:
    heading = re.search(r"^# (.+)$", text, re.M)
    about = re.search(r'^description: "(.*)"$', text, re.M)
    body = re.sub(r"^---\n.*?\n---\n", "", text, flags=re.S)
    # Drawings say nothing that the text beside them does not.
    body = re.sub(r"<svg.*?</svg>|<script.*?</script>|<small.*?</small>", " ", body, flags=re.S)
    body = body.replace("<wbr>", "")
    plain = html.unescape(_TAG.sub(" ", re.sub(r"\]\([^)]*\)", "] ", body))).lower()
    words = dict.fromkeys(w for w in _WORD.findall(plain) if w not in _COMMON and not w.isdigit())
    return {
        "url": path.removesuffix(".md") + ".html",
        "title": html.unescape(re.sub(r"[`*]", "", heading.group(1))) if heading else path,
        "about": json.loads(f'"{about.group(1)}"') if about else "",
        "text": " ".join(list(words)[:220]),
    }
