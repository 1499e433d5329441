"""How large a document may be, in one place: a rulebook has a few thousand words, whatever its format."""

from __future__ import annotations

# A printed rulebook with its pictures has 5 to 50 MB; the text in it some 30 kB.
MAX_FILE = 150_000_000
MAX_TEXT = 5_000_000
# Of an archive only the parts that hold text are unpacked.
MAX_MEMBERS = 20_000
MAX_MEMBER = 50_000_000
MAX_UNPACKED = 120_000_000
# XML of real documents compresses some 20 times; a bomb a thousand times.
MAX_RATIO = 300
MAX_PAGES = 400
MAX_PAGE_CHARACTERS = 100_000
MAX_CHARACTERS = 2_000_000
MAX_LINES = 200_000
# Word nests tables in text boxes in tables; nobody nests them a hundred deep.
MAX_DEPTH = 200
MAX_ELEMENTS = 2_000_000
# A rulebook takes a second of processor time and 100 MB.
MAX_SECONDS = 20
MAX_MEMORY = 2_000_000_000
