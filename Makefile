# Two commands matter: `make demo` opens the workbench on the sample, `make test` checks everything.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
HOME_OF_INDEXES ?= data/indexes
PORT ?= 8501

.PHONY: demo test check sample notebooks format clean

demo: $(VENV)/.demo ## set up, index the sample, open the workbench
	$(BIN)/python data/make_history.py data/indexes/harbour-checkout
	$(BIN)/orienteer index data/indexes/harbour-checkout --name harbour
	$(BIN)/orienteer ui -i harbour --port $(PORT)

test: $(VENV)/.test ## set up, then format, lint, types, layers and tests
	$(MAKE) check

check:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest

notebooks: $(VENV)/.test ## open the notebooks in JupyterLab
	$(BIN)/jupyter lab notebooks

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.demo: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Orienteer needs Python 3.11 or newer: make PYTHON=python3.11 demo")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[ui,models]'
	touch $@

$(VENV)/.test: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Orienteer needs Python 3.11 or newer: make PYTHON=python3.11 test")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[ui,models,notebooks,sentence-transformers,dev]'
	touch $@ $(VENV)/.demo

clean:
	rm -rf $(VENV) data/indexes
