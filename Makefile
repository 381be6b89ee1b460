# Two commands matter: `make demo` opens the workbench on the sample, `make test` checks everything. `make help` lists the rest.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PORT ?= 8501
SECONDS ?= 300
SEEDS ?=
# Two processes more than there are cores: many tests wait for a server, a browser or a timer.
JOBS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 2)))

.PHONY: help demo test thorough check static tested formatted linted typed layered prose collected documented docs dist tried explore services notebooks format clean

# Keep compiled modules: the tests start hundreds of processes, and each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

demo: $(VENV)/.demo data/checkouts/harbour ## set up, index the sample, open the workbench
	$(BIN)/orienteer index --sample
	$(BIN)/orienteer ui -i harbour --port $(PORT)

# The sample with a made-up history, so that there is change to look at; without git it is shown without one.
data/checkouts/harbour: $(VENV)/.demo $(wildcard data/sample/*) data/make_history.py data/history.toml
	rm -rf $@ && mkdir -p $(dir $@)
	if command -v git >/dev/null; then $(BIN)/python data/make_history.py $@; else cp -R data/sample $@; fi
	touch $@

help: ## list the targets
	@grep -hE '^[a-z]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

test: $(VENV)/.test ## set up, then formatter, linter, types, layers, prose and tests
	$(MAKE) check

# Types are checked beside the tests: many of these only wait.
check:
	$(MAKE) -j2 formatted linted layered prose documented collected
	$(MAKE) -j2 tested typed

static: formatted linted layered prose typed documented

tested:
	$(BIN)/pytest -n $(JOBS) --dist loadscope --no-loadscope-reorder

thorough: $(VENV)/.test ## run all cases of the tests, of which `make test` takes a sample from the longest rows
	THOROUGH=1 $(MAKE) tested

formatted:
	$(BIN)/ruff format --check .

linted:
	$(BIN)/ruff check .

layered:
	$(BIN)/lint-imports

typed:
	$(BIN)/mypy

prose: ## check the English of README, documentation, help texts, messages, labels and module docstrings
	$(BIN)/python -m tests.prose

documented: ## the documentation without running notebooks; warnings and broken links fail
	RUN_NOTEBOOKS=0 $(BIN)/sphinx-build -W -n -q -E -b html docs build/docs-check

docs: $(VENV)/.test ## build the documentation with notebooks that are run: build/docs/index.html
	$(BIN)/sphinx-build -W -n -q -E -b html docs build/docs

collected: ## compiles the tests once, before several processes would
	$(BIN)/pytest --collect-only -qq >/dev/null || $(BIN)/pytest --collect-only -qq

# Two builds of one commit must be the same, byte for byte.
dist: $(VENV)/.test ## build sdist and wheel into dist/
	rm -rf dist build/again
	for folder in dist build/again; do \
	  SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m hatchling build -d $$folder || exit 1; \
	done
	diff -r dist build/again

tried: dist ## install the wheel into an empty environment per Python, ask the sample, print the sizes
	$(BIN)/python -m benchmarks.installs dist/*.whl

explore: $(VENV)/.test ## other examples and damaged files each time, for SECONDS, also of the checkouts SEEDS
	failed=0; \
	$(BIN)/pytest --explore $$(($(SECONDS) / 3)) || failed=1; \
	$(BIN)/python -m benchmarks.fuzz --seconds $$(($(SECONDS) * 2 / 3)) $(SEEDS:%=--seeds %) || failed=1; \
	exit $$failed

services: $(VENV)/.test ## start the servers that the tests can use, until Ctrl-C; says which variables name them
	$(BIN)/python -m tests.services

notebooks: $(VENV)/.test data/checkouts/harbour ## index the sample, open the notebooks in JupyterLab
	$(BIN)/orienteer index --sample
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
	$(BIN)/pip install --quiet --disable-pip-version-check --no-compile -e '.[ui,answers,mcp,lsp,serve,servers,cluster,neo4j,notebooks,sentence-transformers,pgvector,qdrant,qdrant-edge,faiss,lancedb,milvus,services,docs,dev]'
	touch $@ $(VENV)/.demo

clean:
	rm -rf $(VENV) build data/indexes data/checkouts docs/_generated docs/project docs/tutorials/notebooks
