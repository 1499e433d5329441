"""The process that reads one PDF: bytes on standard input, the document or the error on standard output."""

from __future__ import annotations

import pickle
import sys

from camelrules.door.diagnostics import RulesError
from camelrules.text.limits import MAX_MEMORY, MAX_SECONDS
from camelrules.text.pdf.lines import document_of


def main() -> None:
    """One document, then the end."""
    _bound()
    try:
        answer: object = document_of(sys.stdin.buffer.read(), sys.argv[1])
    except RulesError as error:
        answer = error
    sys.stdout.buffer.write(pickle.dumps(answer))


def _bound() -> None:
    """So much and no more; systems without such bounds rely on those of the file."""
    try:
        import resource
    except ImportError:
        return
    for kind, most in ((resource.RLIMIT_CPU, MAX_SECONDS), (resource.RLIMIT_AS, MAX_MEMORY), (resource.RLIMIT_CORE, 0)):
        try:
            resource.setrlimit(kind, (most, most))
        except (ValueError, OSError):
            continue


if __name__ == "__main__":
    main()
