"""Second parser of the lab's lines, from the format's description alone.

One line a frame, for each object ``name,rotation rad,x mm,y mm,score,type P|PT|KT,``; of lost ones
these are empty.
"""

from __future__ import annotations

import csv
from typing import Dict, List


def parse(line: str) -> List[Dict[str, object]]:
    row = next(csv.reader([line]))
    assert row[-1] == "", "each object ends with a comma"
    assert (len(row) - 1) % 6 == 0, row
    found = []
    while len(row) > 1:
        name, rotation, x, y, score, kind = row[:6]
        row = row[6:]
        assert kind in ("P", "PT", "KT")
        one: Dict[str, object] = {"name": name, "type": kind, "lost": rotation == ""}
        if rotation == "":
            assert (x, y, score) == ("", "", "")
        else:
            one.update(rotation=float(rotation), x=float(x), y=float(y), score=float(score))
        found.append(one)
    return found
