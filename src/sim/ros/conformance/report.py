"""Results of checks, their table, and the program's exit code."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Any, Callable, List, Optional


class CheckOutcome(enum.Enum):
    """Outcome of a check.

    ``SKIPPED``: the check was not requested, or the simulation is not in the right state for it.
    """

    OK = "ok"
    DIFFERS = "differs"
    ABSENT = "absent"
    SKIPPED = "skipped"


class ConformanceFailure(Exception):
    """Ends a check with an outcome other than ok. The message is its remark."""

    outcome = CheckOutcome.DIFFERS


class Differs(ConformanceFailure):
    pass


class Absent(ConformanceFailure):
    outcome = CheckOutcome.ABSENT


class Skipped(ConformanceFailure):
    outcome = CheckOutcome.SKIPPED


class Gone(Differs):
    """The simulator has ended; no further check makes sense."""


@dataclass(frozen=True)
class Row:
    """One line of the table. An extra may be absent, but must be correct if present."""

    check: str
    required: bool
    outcome: CheckOutcome
    remark: str = ""

    @property
    def failed(self) -> bool:
        return self.outcome is CheckOutcome.DIFFERS or (
            self.required and self.outcome is CheckOutcome.ABSENT
        )

    def text(self, width: int) -> str:
        return (
            f"{self.check:{width}} | {'required' if self.required else 'extra':8} | "
            f"{self.outcome.value:7} | {self.remark}"
        ).rstrip()


@dataclass
class ConformanceReport:
    """Rows in the order of the checks.

    ``show`` gets each line at once, so that a hanging check is visible.
    """

    show: Callable[[str], None] = print
    width: int = 59
    rows: List[Row] = field(default_factory=list)

    def begin(self) -> None:
        """Show the head of the table."""
        self.show(f"{'check':{self.width}} | {'':8} | {'':7} | remark")
        self.show("-" * self.width + "-+----------+---------+-------")

    def check(
        self,
        name: str,
        action: Callable[..., Optional[str]],
        *arguments: Any,
        required: bool = True,
    ) -> bool:
        """Run a check and return whether it was ok.

        ``action`` returns a remark or raises a Finding. Gone is recorded and raised again.
        """
        try:
            outcome, remark = CheckOutcome.OK, action(*arguments) or ""
        except Gone as gone:
            self._add(Row(name, required, CheckOutcome.DIFFERS, str(gone)))
            raise
        except ConformanceFailure as finding:
            outcome, remark = finding.outcome, str(finding)
        except Exception as error:  # noqa: BLE001 - the other checks must be made, and the probe taken out, all the same
            outcome, remark = CheckOutcome.DIFFERS, f"unexpected {type(error).__name__}: {error}"
        self._add(Row(name, required, outcome, " ".join(remark.split())))
        return outcome is CheckOutcome.OK

    def _add(self, row: Row) -> None:
        self.rows.append(row)
        self.show(row.text(self.width))

    @property
    def code(self) -> int:
        """The program's exit code."""
        return 1 if any(row.failed for row in self.rows) else 0

    def summary(self) -> str:
        """Return the summary in one line."""
        required, extra = (
            [row for row in self.rows if row.required],
            [row for row in self.rows if not row.required],
        )
        parts = [f"{_count(required, CheckOutcome.OK)} of {len(required)} required checks ok"]
        parts += [
            f"{_count(required, outcome)} {outcome.value}"
            for outcome in CheckOutcome
            if outcome is not CheckOutcome.OK and _count(required, outcome)
        ]
        parts += [f"{_count(extra, CheckOutcome.OK)} of {len(extra)} extras ok"]
        parts += [
            f"{_count(extra, outcome)} extras {outcome.value}"
            for outcome in CheckOutcome
            if outcome is not CheckOutcome.OK and _count(extra, outcome)
        ]
        return (
            f"check_simulator: {'does not conform' if self.code else 'conforms'}: "
            f"{', '.join(parts)}"
        )


def _count(rows: List[Row], outcome: CheckOutcome) -> int:
    return sum(row.outcome is outcome for row in rows)
