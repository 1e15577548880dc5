"""All that is said about rule files and games: every code, and the messages that have it.

A module for each theme of the manual; a message is the function behind the code that it has. Why a code is a problem, and examples of it,
stand in the YAML file beside the module. Knows types and limits, not the rules that find a problem.
Enter at the theme; `custumal.dsl.diagnostics.render.manual` has them all.
"""
