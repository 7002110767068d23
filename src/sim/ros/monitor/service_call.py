"""Calls services with serialized bytes, without blocking and without their classes.

ROS's TCPROS protocol ([Tcpros]) in asyncio.
"""

from __future__ import annotations

import asyncio
import struct
from typing import Dict
from urllib.parse import urlsplit

from sim.errors import SimulationError

MOST_RESPONSE = 256 * 1024 * 1024


async def call_service(
    name: str, uri: str, md5sum: str, request: bytes, caller: str, timeout: float
) -> bytes:
    """Return the response of the service ``name`` at ``uri``.

    SimulationError if it refuses, reports failure, or has not answered after ``timeout`` wall s.
    """
    try:
        return await asyncio.wait_for(_call(name, uri, md5sum, request, caller), timeout)
    except asyncio.TimeoutError:
        raise SimulationError(f"{name}: has not answered for {timeout:g} s") from None
    except (OSError, asyncio.IncompleteReadError) as error:
        raise SimulationError(f"{name}: the node that offers it does not answer: {error}") from None


async def _call(name: str, uri: str, md5sum: str, request: bytes, caller: str) -> bytes:
    place = urlsplit(uri)
    reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        writer.write(_header(callerid=caller, service=name, md5sum=md5sum))
        answer = _fields(await _block(reader))
        if "error" in answer:
            raise SimulationError(f"{name}: {answer['error']}")
        writer.write(struct.pack("<I", len(request)) + request)
        await writer.drain()
        went_well = (await reader.readexactly(1))[0]
        data = await _block(reader)
        if not went_well:
            raise SimulationError(f"{name}: {data.decode(errors='replace') or 'the call failed'}")
        return data
    finally:
        writer.close()


async def _block(reader: asyncio.StreamReader) -> bytes:
    (length,) = struct.unpack("<I", await reader.readexactly(4))
    if length > MOST_RESPONSE:
        raise OSError(f"it announces {length} bytes")
    return await reader.readexactly(length)


def _header(**fields: str) -> bytes:
    lines = [f"{name}={value}".encode() for name, value in fields.items()]
    body = b"".join(struct.pack("<I", len(line)) + line for line in lines)
    return struct.pack("<I", len(body)) + body


def _fields(data: bytes) -> Dict[str, str]:
    found, at = {}, 0
    while at + 4 <= len(data):
        (length,) = struct.unpack_from("<I", data, at)
        name, _, value = data[at + 4 : at + 4 + length].decode(errors="replace").partition("=")
        found[name] = value
        at += 4 + length
    return found
