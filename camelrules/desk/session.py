"""The desk itself: the texts that were named, read again whenever they change, and the search for their games."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace

from camelrules.compare.between import between
from camelrules.desk.data import ordered
from camelrules.desk.games import Games, Question, question_of
from camelrules.desk.texts import PASTED, File, OpenText, Pasted, Shown, keyed, read_again

# Often enough to feel immediate, seldom enough not to be noticed.
PAUSE = 0.3
# So long those who are at work have to end by themselves.
PATIENCE = 0.5


class Desk:
    """Texts, each with what was read of it last; threads keep them and their games up to date."""

    def __init__(self, paths: Sequence[str] = (), edition: str | None = None, language: str | None = None) -> None:
        self.edition, self.language = edition, language
        self.texts = [OpenText(n, File(p), p) for n, p in enumerate(dict.fromkeys(paths))]
        self.games = Games(self._found)
        self.over = threading.Event()
        # Held while a text is read or written: nothing is written from a reading that is being replaced.
        self.lock = threading.RLock()
        self.threads = [
            threading.Thread(target=self._watch, daemon=True, name="watch"),
            threading.Thread(target=self.games.run, args=(self.games.todo,), daemon=True, name="games"),
            threading.Thread(target=self.games.run, args=(self.games.wanted,), daemon=True, name="wanted"),
        ]

    def start(self, search: bool = True) -> None:
        """Reads and watches from now on, and searches games unless nobody wants them."""
        for thread in self.threads if search else self.threads[:1]:
            thread.start()

    def stop(self) -> None:
        """Ends the threads, and with them their workers."""
        self.over.set()
        self.games.stop()
        # Whoever is in the middle of something ends with this process, and so does its worker.
        until = time.monotonic() + PATIENCE
        for thread in self.threads:
            if thread.is_alive():
                thread.join(max(0, until - time.monotonic()))

    def paste(self, words: str) -> OpenText:
        """A text of words alone, in place of the one that was pasted before."""
        with self.lock:
            old = next((t for t in self.texts if isinstance(t.origin, Pasted)), None)
            text = OpenText(old.id if old else len(self.texts), Pasted(words), PASTED)
            text.revision = old.revision if old else 0
            self.texts = [*(t for t in self.texts if t is not old), text]
            self.refresh()
        return text

    def refresh(self) -> None:
        """Reads what has changed since it was read."""
        with self.lock:
            changed = False
            for text in self.texts:
                now = text.signature()
                if now != text.seen:
                    text.seen = now
                    text.state = read_again(text, self.edition, self.language)
                    changed = True
                    text.revision += 1
            if changed:
                self._compare()
                self._ask()

    def _compare(self) -> None:
        """Puts what texts say otherwise than each other beside what they say otherwise than their edition."""
        if len(self.texts) < 2:
            return
        shown = [(t, s) for t in self.texts if isinstance(s := t.state, Shown)]
        found = between([s.review for _, s in shown])
        for text, state in shown:
            own = {k: f for k, f in state.findings.items() if f.code != "CR103"}
            more = keyed([f for f in found if f.rulebook == text.name], state.review)
            if own | more != state.findings:
                text.state = replace(state, findings=own | more)
                text.revision += 1

    def _ask(self) -> None:
        wanted: list[Question] = []
        for text in self.texts:
            if (shown := text.shown()) is not None:
                wanted += [q for _, f in ordered(shown, self.games) if (q := question_of(f)) is not None]
        self.games.ask(wanted)

    def _found(self, question: Question) -> None:
        for text in self.texts:
            shown = text.shown()
            if shown and any(question_of(f) == question for f in shown.findings.values()):
                text.games += 1

    def _watch(self) -> None:
        while True:
            self.refresh()
            if self.over.wait(PAUSE):
                return
