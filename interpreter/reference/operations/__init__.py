"""The operations of the language, one small function each: on numbers and sets, what a game consists of, cells, placements, zones.

Knows values, an instance and (in `zones.py`, `placements.py`) a position; does not know expressions.
Enter by the name of the operation: each module has a table of its functions.
"""

from collections.abc import Callable

from custumal.interpreter.setup.values import Value

Strict = Callable[..., Value]
"""An operation: a function of the instance, the position, the node and the values of its arguments, none of which is nothing."""
