"""The report is one self-contained file that agrees with the log."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from sim.errors import InputError
from sim.kitting.events import TrialEvent
from sim.kitting.trial.report import page, write_report
from sim.kitting.trial.report.markup import COLORS, element, lanes, ticks
from sim.kitting.trial.report.timeline import LEFT_MARGIN, RIGHT_MARGIN, WIDTH
from sim.kitting.trial.summary import Record

from .runs import LOG, made

SVG = "{http://www.w3.org/2000/svg}"
END = 41.0


@pytest.fixture(scope="module")
def run() -> Record:
    return made()


@pytest.fixture(scope="module")
def html(run) -> str:
    return page(run)


def pictures(html: str):
    found = re.findall(r"<svg .*?</svg>", html, re.DOTALL)
    return [ElementTree.fromstring(one) for one in found]


class Reader(HTMLParser):
    """The text of a page; every element is closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open, self.text, self.rows = [], "", []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag != "meta":
            self.open.append(tag)
        for key, value in attributes:
            assert not key.startswith("on") and key not in ("src", "href"), f"{key}={value}"
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data
        if "tr" in self.open:
            self.rows[-1][-1] += data


def test_the_page_is_well_formed_and_fetches_nothing(html) -> None:
    reader = Reader(html)
    assert reader.open == []
    assert "default-src 'none'" in html
    assert not re.search(r"<script|url\(|@import|<link|<img|<iframe", html)
    assert set(re.findall(r"https?://[^\"' ]+", html)) == {"http://www.w3.org/2000/svg"}


def test_text_of_the_log_is_escaped(run) -> None:
    evil = replace(LOG[4], data={**LOG[4].data, "action": '<script>alert("x")</script>'})
    events = (*LOG[:4], evil, *LOG[5:])
    trial = replace(run.trial, name="a<b>&amp;")
    html = page(replace(run, events=events, trial=trial))
    assert "<script" not in html and "<b>&" not in html
    reader = Reader(html)
    assert "Trial a<b>&amp;" in reader.text and '<script>alert("x")</script>' in reader.text


def test_tables_hold_the_score_and_what_was_done(html) -> None:
    rows = Reader(html).rows
    assert ["order usual", "fanuc_kit", "4 of 4 right", "1 + 12 + 4 - 0", "x 1", "17", "17"] in rows
    assert [
        "order urgent",
        "motoman_kit",
        "4 of 4 right",
        "1 + 12 + 4 - 0",
        "x 3",
        "51",
        "51",
    ] in rows
    assert ["total", "", "", "", "", "66.96", "68"] in rows
    assert ["urgent", "high", "9.5 s", "30.0 s", "20.5 s", "complete", ""] in rows
    assert ["10.0 s", "detector_blackout", "duration 8.0", "18.0 s"] in rows
    reason = "fanuc lost <gear_small> & more on its way"
    assert ["12.0 s", "fanuc", "take-part", "part_dropped", reason, "plan", "0.2 s"] in rows


def test_a_kit_that_is_reported_complete_and_is_not_says_so() -> None:
    rows = Reader(page(made(kits=["fanuc"]))).rows
    (urgent,) = [row for row in rows if row[0] == "urgent"]
    assert urgent[-2:] == ["not complete", "was reported complete"]
    (kit,) = [row for row in rows if row[0] == "order urgent"]
    assert kit[2].startswith("0 of 4 right; gear_large empty")


def test_bars_are_where_their_actions_were(html) -> None:
    timeline = pictures(html)[0]
    bars = [one for one in timeline.iter(f"{SVG}rect") if "bar" in one.get("class").split()]
    scale = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / END
    drawn = sorted(
        ((float(bar.get("x")) - LEFT_MARGIN) / scale, float(bar.get("width")) / scale)
        for bar in bars
    )
    begun = [(2.0, 5.0), (7.0, 2.0), (10.0, 2.0), (10.5, 5.5), (16.0, 4.0)]
    assert drawn == [pytest.approx(one, abs=0.01) for one in begun]
    failed = [bar for bar in bars if "failed" in bar.get("class").split()]
    assert [round((float(bar.get("x")) - LEFT_MARGIN) / scale) for bar in failed] == [10]
    colors = {bar.get("fill") for bar in bars}
    assert len(colors) == 2 and colors <= set(COLORS)
    (wait,) = [one for one in timeline.iter(f"{SVG}rect") if one.get("class") == "wait"]
    assert float(wait.get("width")) / scale == pytest.approx(1.5, abs=0.01)


def test_marks_stand_for_orders_faults_recoveries_and_plans(html) -> None:
    marks = [one.get("class") for one in pictures(html)[0].iter(f"{SVG}path")]
    counts = {name: marks.count(f"{name} mark") for name in ("order", "fault", "recovery", "plan")}
    assert counts == {"order": 4, "fault": 3, "recovery": 1, "plan": 2}
    lasting = [
        one for one in pictures(html)[0].iter(f"{SVG}rect") if one.get("class") == "fault lasting"
    ]
    scale = (WIDTH - LEFT_MARGIN - RIGHT_MARGIN) / END
    assert [float(one.get("width")) / scale for one in lasting] == [pytest.approx(8.0, abs=0.01)]


def test_faults_of_one_kind_end_by_their_numbers(run) -> None:
    log = [
        TrialEvent(
            1.0, "fault_injected", "robot_out_of_order", {"number": 0, "targets": ["fanuc"]}
        ),
        TrialEvent(
            2.0, "fault_injected", "robot_out_of_order", {"number": 1, "targets": ["motoman"]}
        ),
        TrialEvent(
            3.0, "fault_cleared", "robot_out_of_order", {"number": 1, "targets": ["motoman"]}
        ),
        TrialEvent(9.0, "fault_cleared", "robot_out_of_order", {"number": 0, "targets": ["fanuc"]}),
    ]
    rows = Reader(page(replace(run, events=tuple(log)))).rows
    assert ["1.0 s", "robot_out_of_order", "targets fanuc", "9.0 s"] in rows
    assert ["2.0 s", "robot_out_of_order", "targets motoman", "3.0 s"] in rows


def test_nothing_is_drawn_outside_its_picture(html) -> None:
    for drawing in pictures(html):
        width = float(drawing.get("viewBox").split()[2])
        for one in drawing.iter(f"{SVG}rect"):
            assert (
                0 <= float(one.get("x")) <= float(one.get("x")) + float(one.get("width")) <= width
            )
        for one in drawing.iter(f"{SVG}polyline"):
            for point in one.get("points").split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= width and 0 <= y <= float(drawing.get("viewBox").split()[3])


def test_the_lines_of_the_kits_end_at_what_was_placed(html) -> None:
    placed = pictures(html)[1]
    lines = list(placed.iter(f"{SVG}polyline"))
    assert [one.find(f"{SVG}title").text for one in lines] == ["fanuc_kit", "motoman_kit"]
    for line in lines:
        points = [tuple(map(float, one.split(","))) for one in line.get("points").split()]
        heights = {y for _, y in points}
        assert len(heights) == 2, "one part was put into each kit"
        assert points[0][1] == max(heights) and points[-1][1] == min(heights)


def test_a_trial_in_which_nothing_happened_has_a_report() -> None:
    reader = Reader(page(made((), kits=[])))
    assert "0 % complete" in reader.text and "No action failed." in reader.text


def test_a_report_that_cannot_be_written(run, tmp_path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write_report(run, tmp_path / "none" / "report.html")
    write_report(run, tmp_path / "report.html")
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == page(run)


@pytest.mark.parametrize(
    "end, most, found",
    [
        (41.0, 12, [0, 5, 10, 15, 20, 25, 30, 35, 40]),
        (4.0, 6, [0, 1, 2, 3, 4]),
        (0.3, 6, [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
        (0.0, 6, [0]),
    ],
)
def test_ticks_are_round(end, most, found) -> None:
    assert ticks(end, most) == pytest.approx(found)


def test_lanes_keep_labels_apart() -> None:
    spans = [(0, 10), (5, 8), (9, 20), (10, 30), (20, 21)]
    found = lanes(spans)
    assert found == [0, 1, 1, 0, 1]
    for lane in set(found):
        row = sorted(span for span, at in zip(spans, found) if at == lane)
        assert all(one[1] <= other[0] for one, other in zip(row, row[1:]))


def test_elements_escape_what_is_no_markup() -> None:
    inner = element("b", 'a"<')
    assert element("p", inner, "<i>", class_='x"y', data_z=None) == (
        '<p class="x&quot;y"><b>a&quot;&lt;</b>&lt;i&gt;</p>'
    )
