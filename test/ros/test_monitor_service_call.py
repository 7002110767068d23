"""Services called without their classes: hanging, ending, refusing, answering."""

from __future__ import annotations

import asyncio
import struct
from typing import Any, Awaitable, Callable

import pytest

from sim.errors import SimulationError
from sim.ros.monitor.service_call import call_service

Answer = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[Any]]


def block(data: bytes) -> bytes:
    return struct.pack("<I", len(data)) + data


def header(**fields: str) -> bytes:
    return block(b"".join(block(f"{name}={value}".encode()) for name, value in fields.items()))


async def take(reader: asyncio.StreamReader) -> bytes:
    (size,) = struct.unpack("<I", await reader.readexactly(4))
    return await reader.readexactly(size)


async def hangs(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.read()


async def ends(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await take(reader)
    writer.write(header(callerid="/there"))
    assert await take(reader) == b"request"
    writer.write(b"\x01" + struct.pack("<I", 8) + b"half")


async def refuses(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await take(reader)
    writer.write(header(error="md5sums do not match"))


async def fails(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await take(reader)
    writer.write(header(callerid="/there"))
    assert await take(reader) == b"request"
    writer.write(b"\x00" + block(b"no such model"))


async def answers(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await take(reader)
    writer.write(header(callerid="/there"))
    assert await take(reader) == b"request"
    writer.write(b"\x01" + block(b"done"))


def called(answer: Answer, timeout: float = 20.0) -> bytes:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await answer(reader, writer)
        writer.close()

    async def run() -> bytes:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        uri = f"rosrpc://127.0.0.1:{port}"
        try:
            return await call_service("/add", uri, "0" * 32, b"request", "/monitor", timeout)
        finally:
            server.close()

    return asyncio.run(run())


def test_an_answer_is_passed_on() -> None:
    assert called(answers) == b"done"


@pytest.mark.parametrize(
    "answer, timeout, words",
    [
        (hangs, 0.2, "/add: has not answered for 0.2 s"),
        (ends, 20.0, "/add: the node that offers it does not answer"),
        (refuses, 20.0, "/add: md5sums do not match"),
        (fails, 20.0, "/add: no such model"),
    ],
)
def test_a_missing_answer_is_an_error(answer: Answer, timeout: float, words: str) -> None:
    with pytest.raises(SimulationError, match=words):
        called(answer, timeout)
