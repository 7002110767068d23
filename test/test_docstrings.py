"""Docstrings, messages and names of tests follow the style of a reference.

CONTRIBUTING has the reasons. The figures of ``support/docstring_figures.json`` may only fall.
"""

from __future__ import annotations

import warnings

import pytest
from support.docstrings import counted, figures, lowered, most

LOWER = "(cd test && ../.venv/bin/python3 -m support.docstrings)"
FIGURES = {
    "question_words": "docstrings that begin with a question word",
    "relative_phrases": "relative phrases in docstrings",
    "first_sentences": "docstrings with more than 12 words in the first sentence",
    "packed_constants": "packed constants of modules",
    "messages": "messages with 'is no', 'is none', 'are no' or 'are none'",
    "test_names": "names of tests with more than 60 characters after test_",
}


@pytest.mark.not_quick
def test_no_tree_has_more_of_what_the_style_wants_fewer_of() -> None:
    allowed, there = most(), counted()
    more, fewer = [], []
    for tree, own in there.items():
        for name, meaning in FIGURES.items():
            most_of_it = allowed[tree][name]
            line = f"{tree}: {own[name]} {meaning}, {most_of_it} allowed"
            if own[name] > most_of_it:
                more.append(line)
            elif own[name] < most_of_it:
                fewer.append(line)
    assert not more, "\n".join(["CONTRIBUTING, Style, has the rules", *more])
    if fewer:
        warnings.warn("\n".join([f"lower the figures: {LOWER}", *fewer]), stacklevel=1)


@pytest.mark.parametrize("name", ["packed_constants", "messages"])
def test_none_is_allowed_anywhere(name: str) -> None:
    assert {own[name] for own in most().values()} == {0}


@pytest.mark.parametrize(
    "text, name, number",
    [
        ('"""What a run came to."""', "question_words", 1),
        ('"""Whatever: result of a run."""', "question_words", 0),
        (
            'class A:\n    """Result."""\n    def f(self):\n        """Where."""',
            "question_words",
            1,
        ),
        ('"""Poses of those that have none of it, in which all is."""', "relative_phrases", 3),
        ("'''Pose of a sensor.'''\nX = 'what is'", "relative_phrases", 0),
        ("A, B = 1, 2", "packed_constants", 1),
        ("(A, B), C = (1, 2), 3", "packed_constants", 1),
        ("[A, B] = [1, 2]", "packed_constants", 1),
        ("try:\n    A, B = 1, 2\nexcept OSError:\n    A, B = 3, 4", "packed_constants", 2),
        ("if X:\n    pass\nelse:\n    A, B = 1, 2", "packed_constants", 1),
        ("A, B = range(2)\nC = 1, 2\nD = E = 3", "packed_constants", 0),
        ("def f():\n    a, b = 1, 2\nclass C:\n    a, b = 1, 2", "packed_constants", 0),
        ('"""' + "word " * 12 + 'end."""', "first_sentences", 1),
        ('"""' + "word " * 11 + 'end. And others\n\nfollow."""', "first_sentences", 0),
        ('"""' + "word\n" * 12 + 'end."""', "first_sentences", 1),
        ('"""Words.\n\n' + "word " * 20 + '"""', "first_sentences", 0),
        ("raise ValueError(f'{a} is no {b}')", "messages", 1),
        ("raise InputError(where, 'there ' 'are none') from InputError('is no x')", "messages", 2),
        ("log.warning('%s is none of %s', a, b)\nself._log('there is no x')", "messages", 2),
        ("rospy.logwarn('all are no joints')\nfound = SimError('is no joint')", "messages", 2),
        ("raise Error('is no longer there; is nonetheless here')", "messages", 0),
        ("print('it is no error')\nraise Error('x' if a == b else 'is')", "messages", 0),
        ("def test_" + "a" * 61 + "(): pass", "test_names", 1),
        ("class A:\n    async def test_" + "a" * 61 + "(self): pass", "test_names", 1),
        ("def test_" + "a" * 60 + "(): pass\ndef rest_" + "a" * 70 + "(): pass", "test_names", 0),
    ],
)
def test_the_count(text: str, name: str, number: int) -> None:
    assert figures([text])[name] == number


def test_figures_are_summed_over_modules() -> None:
    assert figures(['"""How."""', '"""Why."""', ""])["question_words"] == 2


def test_figures_are_lowered_and_never_raised() -> None:
    allowed = {"src": {"question_words": 5, "relative_phrases": 5}, "gone": {"question_words": 1}}
    there = {"src": {"question_words": 3, "relative_phrases": 9}, "new": {"question_words": 2}}
    assert lowered(allowed, there) == {
        "src": {"question_words": 3, "relative_phrases": 5},
        "new": {"question_words": 2},
    }
