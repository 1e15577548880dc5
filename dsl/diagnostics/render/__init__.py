"""Diagnostics as people and programs read them: text with excerpts, JSON, SARIF and annotations of a code host."""

from custumal.dsl.diagnostics.render.github import render_github
from custumal.dsl.diagnostics.render.json import render_json
from custumal.dsl.diagnostics.render.sarif import render_sarif
from custumal.dsl.diagnostics.render.text import render_text

__all__ = ["render_github", "render_json", "render_sarif", "render_text"]
