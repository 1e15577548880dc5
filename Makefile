# The handful of things that one does. `make` alone lists them. They run what is in the active environment.
SHELL := /bin/bash

PYTHON ?= python
PART ?= reference
PICTURES ?= monolyth:2:3:110 monastery:3:4:190 kings-abbey:2:3:440

.PHONY: help quick test full style types check schemas diagnostics docs pictures site bench mutants

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

schemas:       ## write the JSON Schemas and the page of keys anew
	$(PYTHON) -c "from pathlib import Path; from custumal.ui.terminal.commands.schema import write_schemas; write_schemas(Path('schemas'))"
	$(PYTHON) -c "from pathlib import Path; from custumal.dsl.keys.reference import reference; page = Path('docs/keys.md'); head = page.read_text('utf-8').partition('### ')[0]; page.write_text(head + reference(), 'utf-8')"

diagnostics:   ## write the page of diagnostics anew
	$(PYTHON) -c "from pathlib import Path; from custumal.dsl.diagnostics.render.manual import write_page; write_page(Path('docs'))"

colours:       ## write the grammar for the colours of editors anew
	$(PYTHON) -c "import json; from pathlib import Path; from custumal.ui.editor.textmate import grammar; Path('editors/vscode/syntaxes/custumal.tmLanguage.json').write_text(json.dumps(grammar(), separators=(',', ':'), ensure_ascii=False) + '\n', 'utf-8')"

pictures:      ## the pictures of the docs drawn anew: positions of games between greedy bots
	for picture in $(PICTURES); do \
	  IFS=: read game players seed step <<< $$picture; games=$$(mktemp -d); \
	  custumal simulate $$game --games 1 --players $$players --seed $$seed $$(seq -f '--seat %g=greedy' $$players) --record $$games > /dev/null; \
	  custumal draw $$games/$$game-1.json --step $$step --seat 1 --width 900 -o docs/pictures/$$game.svg --force; \
	done
	$(PYTHON) -m tests.ui.web.pictures docs/pictures $(PICTURES)
	page=$$(mktemp -d)/compare.html; \
	custumal compare pig --variant two-dice --seat 1=random --seat 2=random --games 200 --html $$page > /dev/null; \
	$(PYTHON) -m tests.ui.web.page_picture $$page docs/pictures/compare.png

site:          ## the docs as a site, in build/site
	mkdocs build --strict --site-dir build/site

bench:         ## speed, as ratios in one run
	$(PYTHON) -m bench.run

mutants:       ## changes that no test notices: of FILES="payment scores", or all of PART, which takes hours
	$(PYTHON) tests/mutants.py $(PART) $(FILES)
