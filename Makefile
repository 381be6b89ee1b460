# Two commands matter: `make demo` opens the workbench on the sample, `make test` checks everything, always alike.
# `make explore` looks for faults at random for as long as you like.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8501
SECONDS ?= 300
SEEDS ?=
JOBS ?= logical

.PHONY: demo test check static formatted linted typed layered collected explore services notebooks format clean

# What Python has compiled is kept: hundreds of processes are started by the tests, and each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

demo: $(VENV)/.demo data/checkouts/harbour ## set up, index the sample, open the workbench
	$(BIN)/orienteer index data/checkouts/harbour
	$(BIN)/orienteer ui -i harbour --port $(PORT)

# The sample with a made-up history, so that there is change to look at; without git it is shown without one.
data/checkouts/harbour: $(VENV)/.demo $(wildcard data/sample/*) data/make_history.py data/history.toml
	rm -rf $@ && mkdir -p $(dir $@)
	if command -v git >/dev/null; then $(BIN)/python data/make_history.py $@; else cp -R data/sample $@; fi
	touch $@

test: $(VENV)/.test ## set up, then format, lint, types, layers and tests
	$(MAKE) check

check:
	$(MAKE) -j2 static
	$(BIN)/pytest -n $(JOBS) --dist loadscope --no-loadscope-reorder

static: formatted linted layered typed collected

formatted:
	$(BIN)/ruff format --check .

linted:
	$(BIN)/ruff check .

layered:
	$(BIN)/lint-imports

typed:
	$(BIN)/mypy

collected: ## compiles the tests once, before several processes would
	$(BIN)/pytest --collect-only -qq >/dev/null || $(BIN)/pytest --collect-only -qq

explore: $(VENV)/.test ## other examples and damaged files each time, for SECONDS, also of the checkouts SEEDS
	failed=0; \
	$(BIN)/pytest --explore $$(($(SECONDS) / 3)) || failed=1; \
	$(BIN)/python -m benchmarks.fuzz --seconds $$(($(SECONDS) * 2 / 3)) $(SEEDS:%=--seeds %) || failed=1; \
	exit $$failed

services: $(VENV)/.test ## start the servers that the tests can use, until Ctrl-C; says which variables name them
	$(BIN)/python -m tests.services

notebooks: $(VENV)/.test data/checkouts/harbour ## index the sample, open the notebooks in JupyterLab
	$(BIN)/orienteer index data/checkouts/harbour
	$(BIN)/jupyter lab notebooks

format: $(VENV)/.test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.demo: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Orienteer needs Python 3.11 or newer: make PYTHON=python3.11 demo")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[ui]'
	touch $@

$(VENV)/.test: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Orienteer needs Python 3.11 or newer: make PYTHON=python3.11 test")'
	$(PYTHON) -m venv $(VENV)
	# What is not imported need not be compiled: a minute less.
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile -e '.[ui,answers,mcp,lsp,serve,servers,cluster,neo4j,notebooks,sentence-transformers,pgvector,qdrant,qdrant-edge,faiss,lancedb,milvus,services,dev]'
	touch $@ $(VENV)/.demo

clean:
	rm -rf $(VENV) data/indexes data/checkouts
