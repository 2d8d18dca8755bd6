"""Sockets, and lanes of the host's own making, with the puppet at their end."""

from __future__ import annotations

import asyncio
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, FormRequest, Lane, Socket, sync
from mcpclient._loop import LoopRuntime


async def relay(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything from one to the other."""
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()
    await writer.wait_closed()


class Served:
    """Has a puppet serve whoever connects; the end waits for all of them."""

    def __init__(self, puppet: str) -> None:
        self.puppet = puppet
        self.tasks: set[asyncio.Task[None]] = set()

    def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.tasks.add(asyncio.create_task(self.serve(reader, writer)))

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(self.puppet, "--serve", stdin=pipe, stdout=pipe)
        assert process.stdin is not None and process.stdout is not None
        await asyncio.gather(relay(reader, process.stdin), relay(process.stdout, writer))
        await process.wait()

    async def over(self) -> None:
        await asyncio.gather(*self.tasks)


async def test_a_unix_socket(puppet: str, tmp_path: Path) -> None:
    path = tmp_path / "socket"
    served = Served(puppet)
    async with await asyncio.start_unix_server(served, path):
        server = Socket.unix(path)
        assert server.name == str(path) and str(path) in repr(server)
        async with mcpclient.connect(server) as client:
            assert client.label == "socket" and client.pid is None
            assert (await client.call_tool("echo", {"text": "Grüße"})).text == "Grüße"
        # Another one over the same.
        async with mcpclient.connect(server) as client:
            assert (await client.call_tool("add", {"a": 1, "b": 2})).structured == {"sum": 3}
        await served.over()
    with pytest.raises(mcpclient.NetworkError):
        await mcpclient.connect(Socket.unix(tmp_path / "nothing"))


async def test_a_tcp_socket(puppet: str) -> None:
    served = Served(puppet)
    async with await asyncio.start_server(served, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        async with mcpclient.connect(Socket.tcp("127.0.0.1", port, connect_timeout=30)) as client:
            assert client.label == f"127.0.0.1:{port}"
            assert len((await client.call_tool("big", {"bytes": 1_000_000})).text) >= 1_000_000
        await served.over()
    with pytest.raises(mcpclient.NetworkError):
        await mcpclient.connect(Socket.tcp("127.0.0.1", port))


class Pipes:
    """A lane over the pipes of a process that the host has started by itself."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.lane = Lane(self.send, self.close)

    async def send(self, data: bytes) -> None:
        assert data.endswith(b"\n") and self.process.stdin is not None
        self.process.stdin.write(data)
        await self.process.stdin.drain()

    async def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    async def read(self) -> None:
        assert self.process.stdout is not None
        while data := await self.process.stdout.read(65536):
            await self.lane.write(data)
        self.lane.end()


async def test_a_lane(puppet: str) -> None:
    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            return ask.decline()

    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(puppet, "--serve", stdin=pipe, stdout=pipe)
    pipes = Pipes(process)
    reading = asyncio.create_task(pipes.read())
    with pytest.raises(mcpclient.UnsupportedError):
        await mcpclient.connect(pipes.lane, revisions=["1999-01-01"])
    # Where there was no client it is free for another.
    async with mcpclient.connect(pipes.lane, host=Host()) as client:
        assert client.label == "server" and client.pid is None
        results = await asyncio.gather(
            *(client.call_tool("echo", {"text": str(number)}) for number in range(50))
        )
        assert [result.text for result in results] == [str(number) for number in range(50)]
        assert '"decline"' in (await client.call_tool("form")).text
        assert len((await client.call_tool("big", {"bytes": 4_000_000})).text) >= 4_000_000
    await reading
    assert await process.wait() == 0
    with pytest.raises(mcpclient.GoneError):
        pipes.lane.feed(b"late\n")
    with pytest.raises(mcpclient.InvalidArgError):
        await mcpclient.connect(pipes.lane)


async def test_a_lane_that_ends_ends_the_client() -> None:
    sent: asyncio.Queue[bytes] = asyncio.Queue()
    lane = Lane(sent.put_nowait)
    client = mcpclient.start(lane)
    call = client.call_tool("echo", {"text": "x"})
    assert (await sent.get()).endswith(b"}\n")
    lane.end("the cable was cut")
    with pytest.raises(mcpclient.ClosedError):
        await call
    await client.wait_closed()


async def test_a_lane_whose_end_fails_is_broken(
    complaints: Callable[[], list[dict[str, Any]]],
) -> None:
    seen = complaints()

    def plain(_: bytes) -> None:
        raise RuntimeError("no cable")

    async def late(_: bytes) -> None:
        await asyncio.sleep(0)
        raise RuntimeError("no cable")

    for send in (plain, late):
        with pytest.raises(mcpclient.ClosedError):
            await mcpclient.connect(Lane(send))
        (told,) = seen
        assert str(told["exception"]) == "no cable"
        seen.clear()


class Errands:
    """Stands in for a runtime that has something to do."""

    def __init__(self, *left: tuple[Any, str, Any, Any]) -> None:
        self.left = list(left)

    def take_errands(self) -> list[tuple[Any, str, Any, Any]]:
        taken, self.left = self.left, []
        return taken


async def test_what_stops_the_loop_costs_no_errand(
    complaints: Callable[[], list[dict[str, Any]]],
) -> None:
    seen = complaints()
    done: list[str] = []

    def stop() -> None:
        done.append("stopped")
        raise KeyboardInterrupt

    def fail() -> None:
        done.append("failed")
        raise RuntimeError("no cable")

    def nobody() -> None:
        """The weak reference to a client that is gone."""

    lane = Lane(lambda data: None, fail)
    left: Any = Errands(
        (nobody, "call", stop, None),
        (nobody, "close", lane, b""),
        (nobody, "call", lambda: done.append("called"), None),
    )
    runtime = LoopRuntime(asyncio.get_running_loop())
    runtime.enter()
    with pytest.raises(KeyboardInterrupt):
        runtime._run_errands(left)
    while len(done) < 3:
        await asyncio.sleep(0)
    assert done == ["stopped", "failed", "called"]
    assert [str(told["exception"]) for told in seen] == ["no cable"]
    with pytest.raises(mcpclient.GoneError):
        lane.end()
    runtime.leave()


def test_a_lane_that_wants_the_thread_to_end_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Any] = []
    monkeypatch.setattr("sys.unraisablehook", lambda unraisable: told.append(unraisable.exc_value))

    def leave(_: bytes) -> None:
        raise SystemExit("no cable")

    with pytest.raises(mcpclient.ClosedError):
        sync.connect(Lane(leave))
    assert [str(error) for error in told] == ["no cable"]


def test_a_lane_without_a_loop(puppet: str) -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen([puppet, "--serve"], stdin=pipe, stdout=pipe, bufsize=0) as process:
        assert process.stdin is not None and process.stdout is not None
        lane = Lane(process.stdin.write, process.stdin.close)
        output = process.stdout

        def read() -> None:
            while data := output.read(65536):
                lane.write_blocking(data)
            lane.end()

        reading = threading.Thread(target=read)
        reading.start()
        with sync.connect(lane) as client:
            assert client.call_tool("echo", {"text": "well"}).text == "well"
            assert len(client.call_tool("big", {"bytes": 4_000_000}).text) >= 4_000_000
        reading.join()
        assert process.wait() == 0
