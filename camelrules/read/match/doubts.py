"""Why a reading is not sure, in words that `read --explain` shows."""

ASSUMED = "the part of the text that it stands in has no name"
OTHER = "the sentence seems to be about something else"
PART = "only a part of the sentence says it"
LOOSE = "the sentence lacks words that the clause is known by"
BESIDE = "no pattern fits the sentence"
STRANGE = "the sentence has a word that its clauses do not have in other texts"
