"""What stands over a table: why it doesn't go on by itself, or what rules that were changed meanwhile make of it."""

from __future__ import annotations

from markupsafe import Markup

from custumal.ui.web.pages.markup import joined, tag
from custumal.ui.web.pages.sight import Sight


def notice_part(sight: Sight) -> Markup:
    """The notice over a table; nothing where all is well."""
    notice = sight.table.notice
    return joined(tag("p", sight.said(notice.key, **notice.values))) if notice is not None else Markup()
