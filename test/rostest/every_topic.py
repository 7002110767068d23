"""Topics heard by a plain node, beside the monitor's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import struct
import subprocess
import sys
from typing import Mapping, Set

import aiohttp

SUBPROTOCOL = "foxglove.websocket.v1"
# Opcode and subscription of a message.
MESSAGE = struct.Struct("<BI")
# Wall s in which the monitor must deliver what the plain node has heard before.
PATIENCE = 60.0
# A node without simulated time, and so without a subscription of its own. Topics that speak all
# the time have five messages in the three seconds; log lines come when they like.
LISTENER = """
import json, rospy, time
rospy.init_node("listener", anonymous=True, disable_rostime=True)
heard = {name: 0 for name, _ in rospy.get_published_topics() if not name.startswith("/rosout")}
def hear(message, name):
    heard[name] += 1
for name in heard:
    rospy.Subscriber(name, rospy.AnyMsg, hear, name)
time.sleep(3.0)
print(json.dumps([name for name, count in heard.items() if count >= 5]))
"""


def undelivered(address: str, environment: Mapping[str, str]) -> Set[str]:
    """Return the lasting topics without delivery by the monitor."""
    found = subprocess.run(
        [sys.executable, "-c", LISTENER],
        env=dict(environment),
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    heard = set(json.loads(found.stdout))
    assert "/clock" in heard, heard
    return asyncio.run(_undelivered(address, heard))


async def _undelivered(address: str, heard: Set[str]) -> Set[str]:
    left, topics = set(heard), {}
    with contextlib.suppress(asyncio.TimeoutError):
        async with aiohttp.ClientSession() as session, session.ws_connect(
            re.sub("^http", "ws", address), protocols=[SUBPROTOCOL], max_msg_size=0
        ) as socket:

            async def receive() -> None:
                while left:
                    frame = await socket.receive()
                    if frame.type is aiohttp.WSMsgType.BINARY:
                        left.discard(topics.get(MESSAGE.unpack_from(frame.data)[1], ""))
                        continue
                    told = json.loads(frame.data)
                    if told["op"] != "advertise":
                        continue
                    new = {one["id"]: one["topic"] for one in told["channels"]}
                    topics.update(new)
                    wanted = [{"id": number, "channelId": number} for number in new]
                    await socket.send_json({"op": "subscribe", "subscriptions": wanted})

            await asyncio.wait_for(receive(), PATIENCE)
    return left
