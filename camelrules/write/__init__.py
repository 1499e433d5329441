"""Writing: an edition, or one claim, as sentences of a language.

What a language needs stands in `spec/languages/LANG/`; nothing here knows a language or a rule.
"""

from camelrules.write.book import Rulebook, Section, rulebook
from camelrules.write.lacks import Lack, lacks
from camelrules.write.library import languages, phrasebook
from camelrules.write.own import address_of
from camelrules.write.sentence import Sentence, sentence, suggestion
from camelrules.write.words import Noun

__all__ = [
    "Lack", "Noun", "Rulebook", "Section", "Sentence", "address_of", "lacks", "languages", "phrasebook",
    "rulebook", "sentence", "suggestion",
]  # fmt: skip
