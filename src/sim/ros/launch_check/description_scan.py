"""Packages, plugins and topics in the text of a robot's description."""

from __future__ import annotations

import os
import re
from typing import List, Set

from sim.ros.launch_check.needs import note
from sim.ros.launch_check.substitution import FIND, MISSING, Substitution

PACKAGE_URI = re.compile(r"package://([^/\"'<\s]+)")
INCLUDE = re.compile(r"""<xacro:include[^>]*filename\s*=\s*["']([^"']+)["']""")
PLUGIN = re.compile(r"""<plugin[^>]*filename\s*=\s*["']([^"']+)["']""")
TOPIC = re.compile(r"<(commandTopic|odometryTopic|topicName|bumperTopicName)>([^<$]+)<")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)


def scan_description(path: str, substitution: Substitution) -> None:
    """Note the needs of a description and its included files."""
    waiting: List[str] = [path]
    seen: Set[str] = set()
    while waiting:
        file = os.path.realpath(waiting.pop())
        if file in seen:
            continue
        seen.add(file)
        waiting += _scan(file, substitution)


def _scan(file: str, substitution: Substitution) -> List[str]:
    needs = substitution.needs
    if file.startswith(MISSING + os.sep):
        return []
    try:
        with open(file, encoding="utf-8", errors="replace") as opened:
            text = COMMENT.sub("", opened.read())
    except OSError:
        note(needs.files, file, substitution.file)
        return []
    for package in (*FIND.findall(text), *PACKAGE_URI.findall(text)):
        if "$" not in package:
            note(needs.packages, package, file)
    for plugin in PLUGIN.findall(text):
        note(needs.plugins, plugin, file)
    for _, topic in TOPIC.findall(text):
        note(needs.topics, topic.strip(), file)
    included = []
    for name in INCLUDE.findall(text):
        if "${" in name or "$(arg" in name:
            continue
        found = FIND.sub(lambda match: substitution.folder(match.group(1)), name)
        included.append(os.path.join(os.path.dirname(file), found))
    return included
