#!/usr/bin/env python3
"""Results of launches that end before their test, and of invalid tests."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

import rosunit

HERE = Path(os.path.realpath(__file__)).parent
# Launches, of which some may end their test while Python still starts.
TRIALS = 5


class Asserts(unittest.TestCase):
    def failure(self, name: str, trials: int = TRIALS) -> str:
        """Return rostest's message on the only failed case of a .test file."""
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run(
                ["rostest", "--results-base-dir", folder, str(HERE / "failing" / f"{name}.test")],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=300,
                check=False,
            )
            self.assertNotEqual(ran.returncode, 0, ran.stdout)
            self.assertNotIn("RESULT: SUCCESS", ran.stdout)
            results = list(Path(folder).rglob(f"rosunit-{name}.xml"))
            if not results and trials > 1:
                self.assertIn(f"test [{name}] did not generate test results", ran.stdout)
                return self.failure(name, trials - 1)
            self.assertEqual(len(results), 1, ran.stdout)
            cases = list(ElementTree.parse(str(results[0])).iter("testcase"))
        self.assertEqual(len(cases), 1, ran.stdout)
        self.assertIn("TESTS: 1", ran.stdout)
        return cases[0].find("failure").get("message")

    def test_a_required_node_that_ends_is_a_failure(self) -> None:
        self.assertIn("a required node of its launch has ended", self.failure("dead_node"))

    def test_an_unknown_parameter_is_a_failure(self) -> None:
        self.assertRegex(
            self.failure("mistyped"),
            "/min_gapp: unknown parameter 'min_gapp'; did you mean 'min_gap'",
        )


if __name__ == "__main__":
    rosunit.unitrun("sim", "asserts", Asserts)
