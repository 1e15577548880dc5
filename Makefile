# The handful of things that one does. `make` alone lists them. They run what is in the active environment.
PYTHON ?= python
PART ?= reference

.PHONY: help quick test full style types check schemas docs site bench mutants

help:          ## this list
	@grep -E '^[a-z]+: .*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 12

quick:         ## the quick tests: before every commit
	$(PYTHON) -m pytest -n auto -m quick

test:          ## the README's tests: before every change is handed in
	$(PYTHON) -m pytest -n auto

full:          ## everything, at full size: before a release
	$(PYTHON) -m pytest -n auto --full

style:         ## lint, and the layout of Python files
	ruff check .
	ruff format --check .

types:         ## mypy, strict
	mypy

check:         ## every shipped rule file
	git ls-files -z 'games/*.yaml' | xargs -0 custumal check

schemas:       ## write the JSON Schemas anew
	$(PYTHON) -c "from pathlib import Path; from custumal.ui.terminal.commands.schema import write_schemas; write_schemas(Path('schemas'))"

colours:       ## write the grammar for the colours of editors anew
	$(PYTHON) -c "import json; from pathlib import Path; from custumal.ui.editor.textmate import grammar; Path('editors/vscode/syntaxes/custumal.tmLanguage.json').write_text(json.dumps(grammar(), separators=(',', ':'), ensure_ascii=False) + '\n', 'utf-8')"

site:          ## the docs as a site, in build/site
	mkdocs build --strict --site-dir build/site

bench:         ## speed, as ratios in one run
	$(PYTHON) -m bench.run

mutants:       ## changes that no test notices: of FILES="payment scores", or all of PART, which takes hours
	$(PYTHON) tests/mutants.py $(PART) $(FILES)
