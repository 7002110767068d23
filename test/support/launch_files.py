"""Checks launch files as roslaunch_add_file_check does, in one process.

``-m support.launch_files RESULTS FILE...`` writes JUnit's RESULTS with a case for each.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Any, List, Sequence
from xml.etree import ElementTree

import roslaunch.rlutil
import roslib.packages

find_node = lru_cache(maxsize=None)(roslib.packages.find_node)


def found_once(package: str, name: str, rospack: Any = None) -> List[str]:
    """``roslib.packages.find_node``, which reads the whole checkout, once for each program."""
    return find_node(package, name)


def main(words: Sequence[str]) -> int:
    """0 if all files are good, 1 if not."""
    results, *files = words
    roslib.packages.find_node = found_once
    suite = ElementTree.Element("testsuite", name="launch_files")
    failures = 0
    for file in files:
        case = ElementTree.SubElement(
            suite, "testcase", classname="launch_files", name=Path(file).stem
        )
        wrong = roslaunch.rlutil.check_roslaunch(file)
        print(f"{file}: {wrong or 'good'}")
        if wrong:
            failures += 1
            ElementTree.SubElement(case, "failure").text = str(wrong)
    suite.set("tests", str(len(files)))
    suite.set("failures", str(failures))
    ElementTree.ElementTree(suite).write(results)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
