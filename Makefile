# Everything a fresh machine needs is Python 3.11, git and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: verify verdicts test test-all shuffle lint format learn clean fuzz fuzz-parsers coverage mutants lock

# Everything, from a proof of each property to the known faults of the rulebooks: some minutes on two cores.
verify: $(STAMP)
	$(BIN)/camelrules verify

# What the site shows of the proofs without running them again; to be done when rules or properties have changed.
verdicts: verify
	$(BIN)/python tools/verdicts.py

test: $(STAMP)
	$(MAKE) --no-print-directory lint
	$(BIN)/pytest -n auto --durations=10 -m "not slow" tests

# The slow ones too: random specifications, mutants, round trips of whole rulebooks, learning from nothing.
test-all: $(STAMP)
	$(BIN)/pytest -n auto --durations=10 tests

# In an order of chance, whose seed is printed: no test may lean on another.
shuffle: $(STAMP)
	$(BIN)/pytest -n auto --random-order tests

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# The stamp is newer than pyproject.toml once everything that it names is installed.
$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("camelrules needs Python 3.11 or newer") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,desk,documents,lsp,site]'
	touch $(STAMP)

# What tells which sentence is about which clause, learnt anew from the labelled texts of the project.
learn: $(STAMP)
	$(BIN)/python -c 'import numpy' 2>/dev/null || $(BIN)/python -m pip install --quiet numpy
	$(BIN)/python tools/train.py

# Broken files of every format, drawn anew, until the time is up.
MINUTES ?= 5
fuzz: $(STAMP)
	end=$$(( $$(date +%s) + 60 * $(MINUTES) )); while [ $$(date +%s) -lt $$end ]; do \
	  FUZZ_EXAMPLES=100 $(BIN)/pytest -n auto tests/fuzz tests/cli/test_fuzz.py || exit 1; done

# The parsers alone, led by what they run: one of `tools/fuzz_parsers.py`, or each of the common ones in turn.
PARSERS ?= yaml line expression statement loop txt md html po xliff
fuzz-parsers: $(STAMP)
	$(BIN)/python -c 'import atheris' 2>/dev/null || $(BIN)/python -m pip install --quiet atheris
	for parser in $(PARSERS); do $(BIN)/python tools/fuzz_parsers.py $$parser -max_total_time=$$((6 * $(MINUTES))) \
	  -artifact_prefix=build/ || exit 1; done

# Branch coverage of everything that the tests run, in their processes too.
coverage: $(STAMP)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest -n 0 tests
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

# Small faults in the program's own Python that no test notices; `MUTANTS="lang --sample 20"` says where and how many.
MUTANTS ?=
mutants: $(STAMP)
	$(BIN)/python tools/mutants.py $(MUTANTS)

# What the program is built from, with hashes and licences, as of today.
lock: $(STAMP)
	$(BIN)/python tools/lock.py

clean:
	rm -rf $(VENV) build dist site .hypothesis .mypy_cache .ruff_cache
