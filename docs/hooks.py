"""Files of the repository that pages link to are not on the site: there they are named instead."""

from __future__ import annotations

import re
from typing import Any

LINK = re.compile(r"\[([^\]]*)\]\((?:\.\./)+([^)]*)\)")


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Called by MkDocs for each page, with its text."""
    levels = page.file.src_uri.count("/") + 1
    return LINK.sub(lambda link: _named(link, levels), markdown)


def _named(link: re.Match, levels: int) -> str:
    leaves = link.group(0).count("../") >= levels
    return f"{link.group(1)} (`{link.group(2)}`)" if leaves else link.group(0)
