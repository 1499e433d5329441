"""`python -m camelrules.read.patterns "a sentence" --lang en`: its concepts, and the patterns that fit it."""

from __future__ import annotations

import argparse
import sys

from camelrules.lang.source import RulesError, Source, Span
from camelrules.read.patterns.library import patterns
from camelrules.read.patterns.model import Example
from camelrules.read.patterns.sample import readings, sentences


def main() -> int:
    """What a sentence says, for somebody who writes a pattern for it."""
    parser = argparse.ArgumentParser(prog="python -m camelrules.read.patterns", description=__doc__)
    parser.add_argument("text", help="a sentence, or several")
    parser.add_argument("--lang", default="en", help="its language")
    parser.add_argument("--part", default="", help="the part of a rulebook that it stands in")
    given = parser.parse_args()
    try:
        found = sentences(Example(given.lang, "", given.text, given.part, Span(Source("", ""), 1, 1)))
        for segment in found:
            print(segment.text)
            for mention in segment.tagged.mentions:
                negated = ", negated" if mention.negated else ""
                print(f"  {segment.tagged.words(mention)} = {mention.concept}{negated}")
        for pattern in (p for clause in patterns().values() for p in clause):
            for claim in readings(pattern, found):
                left = f", leaving open {', '.join(claim.leaves_open)}" if claim.leaves_open else ""
                print(f"{pattern.id} reads `{claim.value}`{left}")
    except RulesError as error:
        print(error.render(), file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
