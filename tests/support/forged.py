"""Positions as somebody could forge them: changed, and with a digest that fits."""

from __future__ import annotations

import json
from typing import Any

from custumal.interpreter.saved_positions import digest_of


def forged(data: dict[str, Any]) -> str:
    """The text of a changed document, which its digest does not give away."""
    return json.dumps({**data, "digest": digest_of(data)})
