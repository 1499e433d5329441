"""PDF: pages to lines in reading order.

PDFium reads whatever strangers send us, so it does that in a process of its own, with bounds on its time and memory.
"""

from __future__ import annotations

import pickle
import subprocess
import sys

from camelrules.door.diagnostics import RulesError, fail
from camelrules.text.archive import damaged
from camelrules.text.limits import MAX_SECONDS
from camelrules.text.model import Document

_OFF_LIMITS = "reading it fails, or takes more time or memory than any rulebook needs"


def read_pdf(data: bytes, name: str) -> Document:
    """The lines of all pages."""
    # Not a fork: the caller may have threads. `-I` lets no module of the working directory in.
    command = [sys.executable, "-I", "-m", "camelrules.text.pdf.apart", name.replace("\0", "?")]
    try:
        done = subprocess.run(command, input=data, capture_output=True, timeout=5 * MAX_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise damaged(name, _OFF_LIMITS) from None
    except OSError as error:
        raise fail("worker", f"cannot start a process to read `{name}`: {error.strerror}") from None
    if done.returncode != 0:
        raise damaged(name, _OFF_LIMITS)
    # It comes from our own program, run by the same user.
    answer = pickle.loads(done.stdout)
    if isinstance(answer, RulesError):
        raise answer
    assert isinstance(answer, Document)
    return answer
