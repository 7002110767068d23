#!/usr/bin/env bash
# Asked:    mcap 1.6.0 (Python): which exception ends the reading of a recording whose recorder was killed, so that its file ends anywhere?
# Expected: One of the library's own, McapError, wherever the file ends; what is in complete chunks before it comes out first.
# Happens:  By the place of the cut it is EndOfFile, which is a McapError, or struct.error, which is not.
# Hurts:    Whoever reads recordings of crashed robots and catches McapError: most files are read up to their end, some end the program.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
"${PYTHON:-/usr/bin/python3}" -m venv venv
venv/bin/python3 -m pip install -q --disable-pip-version-check mcap==1.6.0
cat >cut.py <<'PY'
import sys
from collections import Counter
from importlib.metadata import version
from io import BytesIO

from mcap.exceptions import McapError
from mcap.reader import NonSeekingReader
from mcap.writer import CompressionType, Writer

stream = BytesIO()
writer = Writer(stream, chunk_size=200, compression=CompressionType.NONE)
writer.start()
channel = writer.register_channel("/count", "json", 0)
for number in range(40):
    writer.add_message(channel, log_time=number, publish_time=number, data=b'{"count": %d}' % number)
writer.finish()
whole = stream.getvalue()


def reading(data):
    """Return how the reading of a file ends, and the number of messages before."""
    count = 0
    try:
        for _ in NonSeekingReader(BytesIO(data)).iter_messages(log_time_order=False):
            count += 1
    except Exception as error:
        own = "McapError" if isinstance(error, McapError) else "no McapError"
        return f"{type(error).__module__}.{type(error).__name__} ({own})", count
    return "the end", count


print("mcap", version("mcap"))
assert reading(whole) == ("the end", 40)
# The recorder was killed while it wrote the second half of the messages.
ends = Counter(reading(whole[:size])[0] for size in range(len(whole) // 4, len(whole) // 2))
for kind, count in sorted(ends.items()):
    print(f"{count} cuts: {kind}")
kinds = {kind.split(".")[-1].split(" ")[0] for kind in ends}
if not {"EndOfFile", "error"} <= kinds:
    sys.exit("changed: a cut file no longer ends in EndOfFile or struct.error by the place of the cut")
PY
venv/bin/python3 cut.py
