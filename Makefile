# Two commands set everything up: `make demo` shows the main job, `make test` runs the tests.

PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin
STAMP = $(VENV)/.installed

.PHONY: demo test slow oracles lint bench wheel clean

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".[test,lint]"
	touch $@

demo: $(STAMP)
	$(BIN)/python -m fogg.demo

test: $(STAMP)
	$(BIN)/python -m pytest -n auto -q

slow: $(STAMP)
	$(BIN)/python -m pytest -n auto -q -m slow

# Other people's checkers, which the tests marked "oracle" ask; without them those tests are skipped, and say so.
oracles: $(STAMP)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --only-binary :all: \
		igraph momba stormpy

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pyright --pythonpath $(BIN)/python

bench: $(STAMP)
	$(BIN)/fogg bench

wheel: $(STAMP)
	rm -rf dist
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps -w dist .

clean:
	rm -rf $(VENV) dist build out
