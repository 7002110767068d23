"""Kinds of hostile input, as functions of a seed document.

Each takes a random generator and a valid document.
"""

from __future__ import annotations

import re
from typing import Callable, Dict, List

import numpy as np

_TEXT = re.compile(rb">[^<>]+<")
_TAG = re.compile(rb"</?[A-Za-z]+")
_NONSENSE = (
    b"",
    b" ",
    b"NaN",
    b"INF",
    b"-INF",
    b"1e999",
    b"-0.0",
    b"1e-400",
    b"99999999999999999999",
    b"0x1F",
    b"1_000",
    b"\xd9\xa3",
    b"true",
    b"-1",
    b"None",
    b"9" * 5000,
    b"&#0;",
    b"&lt;",
    b"&nope;",
    b"]]>",
    b"\x00",
    b"\xff\xfe",
    b"<X/>",
    b"<![CDATA[1]]>",
    b"1e308",
    b"furlong",
)
_HEAD = (
    b'<CRCLCommandInstance xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><CRCLCommand '
    b'xsi:type="MessageType">'
    b"<CommandID>1</CommandID><Message>"
)
_TAIL = b"</Message></CRCLCommand></CRCLCommandInstance>"

Kind = Callable[[np.random.Generator, bytes], bytes]


def random_bytes(random: np.random.Generator, seed: bytes) -> bytes:
    return random.bytes(int(random.integers(0, 300)))


def flipped(random: np.random.Generator, seed: bytes) -> bytes:
    """Replace some bytes."""
    data = bytearray(seed)
    for place in random.integers(0, len(data), int(random.integers(1, 8))):
        data[place] = int(random.integers(0, 256))
    return bytes(data)


def spliced(random: np.random.Generator, seed: bytes) -> bytes:
    """Move a piece of the document elsewhere in it."""
    first, last, place = [
        *sorted(random.integers(0, len(seed) + 1, 2).tolist()),
        int(random.integers(0, len(seed))),
    ]
    return seed[:place] + seed[first:last] + seed[place:]


def cut(random: np.random.Generator, seed: bytes) -> bytes:
    """Remove a piece, often the end."""
    first, last = sorted(random.integers(0, len(seed) + 1, 2).tolist())
    return seed[:first] + (seed[last:] if random.random() < 0.5 else b"")


def nonsense_values(random: np.random.Generator, seed: bytes) -> bytes:
    """Insert invalid and extreme values."""
    chance = random.random()
    return _TEXT.sub(
        lambda found: (
            b">" + _NONSENSE[int(random.integers(len(_NONSENSE)))] + b"<"
            if random.random() < chance
            else found.group()
        ),
        seed,
    )


def other_tags(random: np.random.Generator, seed: bytes) -> bytes:
    """Insert tags that belong elsewhere."""
    tags = _TAG.findall(seed)
    return _TAG.sub(
        lambda found: (
            tags[int(random.integers(len(tags)))] if random.random() < 0.1 else found.group()
        ),
        seed,
    )


def nested(random: np.random.Generator, seed: bytes) -> bytes:
    """Nest elements up to 100 000 deep."""
    depth = int(10 ** random.uniform(1, 5))
    tag = [b"CRCLCommandInstance", b"CRCLCommand", b"a"][int(random.integers(3))]
    return (b"<" + tag + b">") * depth + (b"</" + tag + b">") * (
        depth if random.random() < 0.5 else 0
    )


def billion_laughs(random: np.random.Generator, seed: bytes) -> bytes:
    """Nest entities (billion laughs), in text or in an attribute."""
    levels = int(random.integers(2, 12))
    lines = [b'<!ENTITY e0 "ha">'] + [
        b'<!ENTITY e%d "%s">' % (level, b"&e%d;" % (level - 1) * 10) for level in range(1, levels)
    ]
    use = b"&e%d;" % (levels - 1)
    body = (
        _HEAD + use + _TAIL if random.random() < 0.5 else b'<CRCLCommandInstance a="' + use + b'"/>'
    )
    return b"<!DOCTYPE CRCLCommandInstance [" + b"".join(lines) + b"]>" + body


def external_entity(random: np.random.Generator, seed: bytes) -> bytes:
    """Insert an external entity: a file, device or address."""
    targets = (b"file:///etc/passwd", b"file:///dev/zero", b"http://127.0.0.1:9/x", b"/dev/random")
    target = targets[int(random.integers(len(targets)))]
    forms = (
        b'<!DOCTYPE a [<!ENTITY x SYSTEM "%s">]>' % target + _HEAD + b"&x;" + _TAIL,
        b'<!DOCTYPE a SYSTEM "%s">' % target + _HEAD + _TAIL,
        b'<!DOCTYPE a [<!ENTITY %% p SYSTEM "%s"> %%p;]>' % target + _HEAD + _TAIL,
        _HEAD
        + b'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="%s" parse="text"/>'
        % target
        + _TAIL,
    )
    return forms[int(random.integers(len(forms)))]


def long_text(random: np.random.Generator, seed: bytes) -> bytes:
    """Insert up to 3 MB of text, attribute or comment."""
    filling = b"x" * int(10 ** random.uniform(3, 6.5))
    forms = (
        _HEAD + filling + _TAIL,
        b'<CRCLCommandInstance a="' + filling + b'"/>',
        b"<!--" + filling + b"-->" + seed,
        b"<" + filling + b"/>",
    )
    return forms[int(random.integers(len(forms)))]


def encodings(random: np.random.Generator, seed: bytes) -> bytes:
    """Encode a document other than declared, or declare an unknown encoding."""
    names = (b"UTF-16", b"UTF-7", b"ISO-8859-1", b"EBCDIC-CP-US", b"nonsense", b"UTF-32LE")
    body = seed.split(b"?>", 1)[-1]
    head = b'<?xml version="1.0" encoding="' + names[int(random.integers(len(names)))] + b'"?>'
    form = int(random.integers(3))
    return (
        head + body
        if form == 0
        else (head + body).decode("utf-8").encode("utf-16")
        if form == 1
        else b"\xef\xbb\xbf" + head + body
    )


def many_elements(random: np.random.Generator, seed: bytes) -> bytes:
    """Repeat one element thousands of times."""
    pieces: List[bytes] = [piece for piece in re.findall(rb"<([A-Za-z]+)>[^<]*</\1>", seed)]
    tag = pieces[int(random.integers(len(pieces)))] if pieces else b"Name"
    element = b"<" + tag + b">1</" + tag + b">"
    place = seed.find(b"<" + tag)
    return seed[:place] + element * int(10 ** random.uniform(1, 4)) + seed[place:]


KINDS: Dict[str, Kind] = {
    kind.__name__.replace("_", " "): kind
    for kind in (
        random_bytes,
        flipped,
        spliced,
        cut,
        nonsense_values,
        other_tags,
        nested,
        billion_laughs,
        external_entity,
        long_text,
        encodings,
        many_elements,
    )
}
# Large inputs take their time; of these a smaller part is made.
RARE = ("nested", "long text", "many elements")
