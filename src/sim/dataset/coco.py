"""COCO's instance annotations [COCO].

Boxes and masks of things, in one file for all pictures.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Sequence

import numpy as np

from sim.arrays import Array
from sim.embedded.cameras.types import ThingBox
from sim.files import drafted


class CocoAnnotations:
    """Collects pictures with their things. ``names`` are our class names by number."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names
        self._images: List[Dict[str, Any]] = []
        self._annotations: List[Dict[str, Any]] = []
        self._used: Dict[int, None] = {}

    def add(self, file: str, instance: Array, boxes: Sequence[ThingBox]) -> None:
        """Add a picture with its instances (h, w) and boxes to annotate."""
        height, width = instance.shape
        image = len(self._images) + 1
        self._images.append({"id": image, "file_name": file, "width": width, "height": height})
        for box in boxes:
            strip = instance[:, box.left : box.right + 1] == box.instance
            self._used[box.kind] = None
            self._annotations.append(
                {
                    "id": len(self._annotations) + 1,
                    "image_id": image,
                    "category_id": box.kind + 1,
                    "bbox": [
                        box.left,
                        box.top,
                        box.right - box.left + 1,
                        box.bottom - box.top + 1,
                    ],
                    "area": int(strip.sum()),
                    "iscrowd": 0,
                    "segmentation": {
                        "size": [height, width],
                        "counts": run_lengths(strip, box.left, width - 1 - box.right),
                    },
                    "occlusion": round(box.occlusion, 4),
                    "truncation": round(box.truncation, 4),
                }
            )

    def write(self, path: Path) -> None:
        """Write all annotations."""
        categories = [{"id": kind + 1, "name": self._names[kind]} for kind in sorted(self._used)]
        document = {
            "info": {"description": "Simulated pictures with exact labels"},
            "images": self._images,
            "annotations": self._annotations,
            "categories": categories,
        }
        with drafted(path) as draft:
            draft.write_text(json.dumps(document), encoding="utf-8")


def run_lengths(mask: Array, before: int = 0, after: int = 0) -> List[int]:
    """Return COCO's run-length encoding of a mask (h, w).

    It goes by columns and begins with the background. ``before`` and ``after`` are the numbers of
    empty columns beside the mask.
    """
    flat = np.concatenate([[False], np.asarray(mask, bool).ravel(order="F"), [False]])
    changes = np.flatnonzero(flat[1:] != flat[:-1])
    height = len(mask)
    ends = np.concatenate([before * height + changes, [(before + after) * height + mask.size]])
    counts: List[int] = np.diff(np.concatenate([[0], ends])).tolist()
    return counts if counts[-1] else counts[:-1]
