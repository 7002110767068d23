"""Links between pages have targets, and the site can be built of them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Iterator, Tuple
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    *ROOT.glob("*.md"),
    *(path for name in ("docs", "findings", "networks") for path in (ROOT / name).rglob("*.md")),
]
LINK = re.compile(r"\]\(([^)\s]+)\)")
# A launch file and the arguments that follow it.
COMMAND = re.compile(r"(?:\./run|roslaunch sim) (\w+)(?:\.launch)?((?: +\w+:=(?:\"[^\"]*\"|\S+))*)")
PAGE = re.compile(r"([\w-]+\.(?:md|rst))\b")
URL = re.compile(r"\bhttps?://\S+")
# Files written by programs of this package.
WRITTEN = {"table.md"}
# Documents outside of this package, used in its making.
ELSEWHERE = re.compile(r"\b[Cc]ontract \d|\bshared/|\bfacts/|\bthe design document\b")
# Default folder of the tests' public data, without SIM_TEST_DATA.
DATA_FOLDER = re.compile(r"\bshared/data\b")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set:
    """The ids of a page's headings, as GitHub and MkDocs make them."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, anchor = link.partition("#")
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), f"{link}: no such file"
        assert not anchor or anchor in anchors(file), f"{link}: no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_name_arguments_that_their_launch_files_have(page: Path) -> None:
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    for name, words in COMMAND.findall(text):
        file = ROOT / "launch" / f"{name}.launch"
        given = set(re.findall(r"(\w+):=", words)) if file.is_file() else set()
        known = {one.get("name") for one in ElementTree.parse(file).iter("arg")} if given else set()
        assert given <= known, f"{name}.launch has no argument {', '.join(given - known)}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_name_programs_that_exist(page: Path) -> None:
    text = " ".join(CODE.findall(page.read_text(encoding="utf-8")))
    commands = set(
        re.findall(r"^    ([a-z_]+)\)", (ROOT / "run").read_text(encoding="utf-8"), re.M)
    )
    launches = {file.stem for file in (ROOT / "launch").glob("*.launch")}
    for name in re.findall(r"\./run ([a-z]\w*)", text):
        assert name in commands | launches, f"./run {name}: neither a command nor a launch file"
    for name in re.findall(r"\broslaunch sim (\w+)\.launch", text):
        assert name in launches, f"launch/{name}.launch does not exist"
    for name in re.findall(r"\brosrun sim (\w+)", text):
        assert (ROOT / "nodes" / name).is_file(), f"nodes/{name} does not exist"
    for name in re.findall(r"\bpython3? -m (sim[.\w]*\w)", text):
        module = (ROOT / "src" / name.replace(".", "/")).resolve()
        files = [module.with_suffix(".py"), module / "__main__.py"]
        assert any(file.is_file() for file in files), f"{name} cannot be run by python3 -m"


def tracked() -> Iterator[Tuple[Path, str]]:
    """Text files of the checkout, but for recorded data."""
    ran = subprocess.run(["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, check=False)
    for name in ran.stdout.decode().splitlines():
        path = ROOT / name
        if path.is_file() and path.suffix not in (".json", ".dae", ".stl", ".xml", ".world"):
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def test_nothing_refers_to_a_document_that_is_not_here() -> None:
    texts = list(tracked())
    if not texts:
        pytest.skip("no checkout of git")
    pages = {path.name for path, _ in texts if path.suffix in (".md", ".rst")}
    found = []
    for path, text in texts:
        for number, line in enumerate(text.split("\n"), 1):
            missing = set(PAGE.findall(URL.sub("", line))) - pages - WRITTEN
            elsewhere = ELSEWHERE.findall(DATA_FOLDER.sub("", line))
            found += [f"{path.relative_to(ROOT)}:{number}: {one}" for one in (*missing, *elsewhere)]
    assert found == []


@pytest.mark.parametrize(
    "line, expected",
    [
        ("as contract" + " 4.1 says", True),
        ("see /home/me/shared" + "/style.txt", True),
        ("figures of facts" + "/sumo", True),
        ("the contract of a node, `shared_memory`, artefacts/2", False),
        ("default: `shared/data` beside the checkout", False),
    ],
)
def test_references_to_other_places_are_seen(line: str, expected: bool) -> None:
    assert bool(ELSEWHERE.search(DATA_FOLDER.sub("", line))) == expected


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert pages - {target.partition("#")[0] for target in LINK.findall(index)} == {"index.md"}


def test_what_the_code_cites_is_in_the_references() -> None:
    references = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
    keys = set(re.findall(r"\w+", " ".join(re.findall(r"^\| ([\w, ]+) \|", references, re.M))))
    cited = set()
    for path in (ROOT / "src").rglob("*.py"):
        for docstring in re.findall(r'"""(.*?)"""', path.read_text(encoding="utf-8"), re.DOTALL):
            cited.update(re.findall(r"(?<![\w`\])])\[([A-Z][A-Za-z]+\d*)[,\]]", docstring))
    assert {"GzScenic", "IDM", "REP103"} <= cited <= keys


@pytest.mark.not_quick
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    program = shutil.which("mkdocs", path=str(Path(sys.executable).parent))
    if program is None:
        pytest.skip(f"no mkdocs beside {sys.executable}")
    ran = subprocess.run(
        [
            program,
            "build",
            "-f",
            "setup/mkdocs.yml",
            "--strict",
            "--quiet",
            "--site-dir",
            str(tmp_path),
        ],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert ran.returncode == 0 and (tmp_path / "index.html").is_file(), ran.stdout
