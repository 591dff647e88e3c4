# Everything a user does, by name. `make help` lists it.
.DEFAULT_GOAL := help
SHELL := /bin/bash
PYTHON ?= $(shell scripts/find-python)
VENV ?= .venv
BIN := $(VENV)/bin
# the backbone of the demo: local, scripted, or provider/name as LiteLLM writes it
LLM ?= local
# where `make tables` and `make figures` write
OUT ?= report

.PHONY: tables figures help setup setup-dev demo reproduce-webarena data-mind2web reproduce-mind2web reproduce-swebench test \
	validate-pocketarena lint docs bench reference clean

help: ## list the targets
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 21

setup: $(VENV)/.installed ## a virtual environment with the package, and a Chromium
	@scripts/ensure-chromium $(BIN)/python

setup-dev: $(VENV)/.installed-dev
	@scripts/ensure-chromium $(BIN)/python
	@scripts/ensure-bubblewrap

demo: setup ## the main job: a learning stream in a real browser; LLM=local, scripted or provider/name
	@$(BIN)/python scripts/demo.py $(LLM)

reproduce-webarena: setup ## Table 1 on your deployment: LLM= SUBSETS= METHODS= SEEDS= EXTRA=
	@LLM="$(filter-out local,$(LLM))" $(BIN)/python scripts/reproduce.py webarena

tables: setup ## the paper's tables from whatever is in outputs/: OUT=report
	@$(BIN)/rb report outputs --out $(OUT)
	@ls $(OUT)/tables/*.md

figures: setup ## the paper's figures from whatever is in outputs/: OUT=report
	@$(BIN)/rb report outputs --out $(OUT)
	@ls $(OUT)/figures/*.png

data-mind2web: setup ## get Mind2Web, lay it out and check it: FOLDER= PASSWORD= (of test.zip)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mind2web]'
	@$(BIN)/python scripts/data_mind2web.py $(FOLDER) $(if $(PASSWORD),--password "$(PASSWORD)")

reproduce-mind2web: setup ## Table 3 on your copy of the data
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[mind2web]'
	@LLM="$(filter-out local,$(LLM))" $(BIN)/python scripts/reproduce.py mind2web

reproduce-swebench: setup ## Table 2 on SWE-Bench-Verified
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[swebench]'
	@LLM="$(filter-out local,$(LLM))" $(BIN)/python scripts/reproduce.py swebench

test: setup-dev ## all tests, in a real Chromium
	@$(BIN)/python -m pytest -n 2 $(PYTEST_ARGS)

validate-pocketarena: setup-dev ## every right and every wrong plan against the official evaluators
	@RB_ALL_PLANS=1 $(BIN)/python -m pytest -n 2 \
		tests/pocketarena/test_official.py tests/pocketarena/forum/test_official.py tests/pocketarena/forum/test_multi.py

lint: setup-dev ## ruff, mypy (strict), and which room imports which
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports

docs: setup-dev ## the documentation as a site, in site/
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	@echo "written: site/index.html"

bench: setup-dev ## benchmarks, as ratios measured in one run
	@for bench in tests/benchmarks/bench_*.py; do echo "== $$bench"; $(BIN)/python $$bench || exit 1; done

reference: setup-dev ## write configs/reference/ and the list of all keys anew
	@$(BIN)/python scripts/make_reference.py

clean: ## remove the virtual environment and caches, never outputs/
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/bin/python:
	@scripts/make-venv "$(PYTHON)" $(VENV)

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	@echo "installing the package (about a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[webarena,local]'
	@touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	@echo "installing the package with what its tests need (about a minute, once)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[all,dev]'
	@touch $@ $(VENV)/.installed
