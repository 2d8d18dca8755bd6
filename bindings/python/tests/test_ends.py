"""How clients, loops and processes begin and end."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from typing import Any

import mcpclient
import mcpclient.sync
import pytest
from mcpclient import Answer, FormRequest, Stdio


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_client_waits_for_its_server_to_end(serving: Stdio) -> None:
    states: list[tuple[str, type | None]] = []

    class Host(mcpclient.Host):
        def state(self, client: mcpclient.Client, state: str, error: Exception | None) -> None:
            states.append((state, None if error is None else type(error)))

    async with mcpclient.connect(serving, host=Host()) as client:
        pid = client.pid
        assert pid is not None and is_running(pid)
    assert client.pid is None and not is_running(pid)
    assert client.state == "closed" and client.closed_reason == "host"
    assert states == [("ready", None), ("closed", mcpclient.ClosedError)]
    client.close()
    await client.wait_closed()
    with pytest.raises(mcpclient.ClosedError):
        client.ping()


async def test_a_client_is_closed_by_any_task_and_thread(serving: Stdio) -> None:
    async def by_task(client: mcpclient.Client) -> None:
        client.close()

    for by in ("task", "thread", "callback"):

        class Host(mcpclient.Host):
            def progress(self, call: mcpclient.Call[Any], params: mcpclient.Json) -> None:
                call.client.close()

        host = Host() if by == "callback" else None
        async with mcpclient.connect(serving, host=host) as client:
            call = client.call_tool("slow", {"count": 1})
            if by == "task":
                await asyncio.create_task(by_task(client))
            elif by == "thread":
                await asyncio.to_thread(client.close)
            with pytest.raises(mcpclient.ClosedError):
                await call


async def test_a_host_may_close_and_wait_from_inside(serving: Stdio, complaints: Any) -> None:
    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            client.close()
            with pytest.raises(asyncio.CancelledError):
                # The dialog is taken away with its client.
                await client.wait_closed()
            return ask.decline()

    seen = complaints()
    async with mcpclient.connect(serving, host=Host()) as client:
        with pytest.raises(mcpclient.ClosedError):
            await client.call_tool("form")
    # The answer comes too late, which is the host's to deal with.
    assert [type(context["exception"]) for context in seen] == [mcpclient.GoneError]


async def test_servers_that_cannot_be_had() -> None:
    with pytest.raises(mcpclient.StartError) as failed:
        async with mcpclient.connect("a-program-nobody-has"):
            raise AssertionError
    assert isinstance(failed.value, OSError)
    with pytest.raises(mcpclient.ClosedError) as died:
        # With both eras it would be started a second time: the question may have been too much for it.
        await mcpclient.connect(Stdio("sh", "-c", "echo why >&2; exit 3"), era="legacy")
    assert died.value.exit is not None
    assert died.value.exit.code == 3 and died.value.exit.stderr_tail == "why\n"
    with pytest.raises(mcpclient.TimeoutError):
        await mcpclient.connect(Stdio("sleep", "1000", grace=0.05), times={"connect": 0.05})
    with pytest.raises(TypeError, match="nothing"):
        await mcpclient.connect("cat", nothing=1)  # type: ignore[call-arg]
    for wrong in ({"limits": {"x": 1}}, {"times": {"idle": -1.0}}, {"rates": {"x": 1}}):
        with pytest.raises(mcpclient.InvalidArgError):
            await mcpclient.connect("cat", **wrong)  # type: ignore[arg-type]
    with pytest.raises(mcpclient.UnsupportedError):
        await mcpclient.connect("cat", revisions=["1999-01-01"])


async def test_a_connection_that_is_given_up(serving: Stdio) -> None:
    opening = asyncio.create_task(mcpclient.connect(Stdio("sleep", "1000", grace=0.05))._open())
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening
    with pytest.raises(asyncio.TimeoutError):
        async with asyncio.timeout(0.05) if sys.version_info >= (3, 11) else _timeout():
            await mcpclient.connect(Stdio("sleep", "1000", grace=0.05))


class _timeout:
    async def __aenter__(self) -> None:
        raise asyncio.TimeoutError

    async def __aexit__(self, *_: object) -> None: ...


async def test_what_a_server_says_beside_the_protocol(serving: Stdio) -> None:
    lines: list[str] = []
    warnings: list[str] = []

    class Host(mcpclient.Host):
        def stderr(self, client: mcpclient.Client, line: str) -> None:
            lines.append(line)

        def warning(self, client: mcpclient.Client, kind: str, detail: str) -> None:
            warnings.append(kind)

    async with mcpclient.connect(serving, host=Host()) as client:
        await client.call_tool("stderr", {"bytes": 800})
        while len(lines) < 10:
            await asyncio.sleep(0.001)
        assert len(client.stderr_tail) == 800
    shell = Stdio("sh", "-c", "echo noise; exec cat", grace=0.05)
    with pytest.raises(mcpclient.Error):
        await mcpclient.connect(shell, host=Host(), times={"connect": 0.2})
    assert "noise" in warnings


async def test_a_server_that_dies_takes_its_calls_along(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        with pytest.raises(mcpclient.ClosedError) as died:
            await client.call_tool("die", {"code": 9})
        assert died.value.exit is not None and died.value.exit.code == 9
        await client.wait_closed()
        assert client.closed_reason == "server"
        with pytest.raises(mcpclient.ClosedError) as late:
            await client.ping()
        assert late.value.exit is not None and late.value.exit.code == 9


async def test_the_environment_of_a_server(puppet: str, tmp_path: Path) -> None:
    record = tmp_path / "env"
    script = 'printf %s "$A-$B-$(pwd)" > "$0"; exec "$1" --serve'
    shell = Stdio(
        "/bin/sh", "-c", script, record, puppet, env={"A": "é 1"}, clear_env=True, cwd=tmp_path
    )
    os.environ["B"] = "the host's"
    async with mcpclient.connect(shell, label="x") as client:
        assert client.label == "x"
    assert record.read_text() == f"é 1--{tmp_path}"
    assert "é" not in repr(shell)


# Many.


async def test_many_clients_at_once(serving: Stdio) -> None:
    async def one(number: int) -> int:
        async with mcpclient.connect(serving) as client:
            result = await client.call_tool("add", {"a": number, "b": 1})
            return int(result.text)

    assert await asyncio.gather(*(one(number) for number in range(24))) == list(range(1, 25))


def test_a_thousand_clients_leave_nothing(puppet: str) -> None:
    """Memory, threads, descriptors and processes, after one thousand clients, with and without calls."""

    async def some(count: int) -> None:
        for number in range(count):
            client = await mcpclient.connect(Stdio(puppet, "--serve"))
            call = client.call_tool("echo", {"text": "x"}) if number % 2 else None
            client.close()
            if call is not None:
                try:
                    await call
                except mcpclient.ClosedError:
                    pass
            await client.wait_closed()
            alive.append(weakref.ref(client))

    def counts() -> tuple[int, int, int]:
        gc.collect()
        threads = len(os.listdir("/proc/self/task"))
        return threads, len(os.listdir("/proc/self/fd")), resident()

    def resident() -> int:
        with open("/proc/self/statm") as statm:
            return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    alive: list[weakref.ref[mcpclient.Client]] = []
    asyncio.run(some(200))
    threads, files, memory = counts()
    asyncio.run(some(1000))
    after = counts()
    assert not any(client() for client in alive)
    assert after[:2] == (threads, files)
    assert after[2] - memory < 8 << 20
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    assert children.read_text() == ""


# Loops.


def test_loops_one_after_another_and_side_by_side(serving: Stdio) -> None:
    async def main() -> str:
        async with mcpclient.connect(serving) as client:
            return (await client.call_tool("echo", {"text": "x"})).text

    for _ in range(3):
        assert asyncio.run(main()) == "x"
    texts: list[str] = []
    threads = [threading.Thread(target=lambda: texts.append(asyncio.run(main()))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert texts == ["x"] * 4


class NoReaders(asyncio.SelectorEventLoop):
    """As loops are on Windows."""

    def add_reader(self, fd: Any, callback: Any, *args: Any) -> Any:
        raise NotImplementedError


def test_a_loop_without_readers_is_woken_by_threads(serving: Stdio) -> None:
    async def main() -> list[str]:
        async with mcpclient.connect(serving) as client:
            texts = [
                (await client.call_tool("echo", {"text": str(number)})).text for number in range(200)
            ]
            calls = [client.call_tool("echo", {"text": str(number)}) for number in range(200)]
            return texts + [result.text for result in await asyncio.gather(*calls)]

    loop = NoReaders()
    try:
        assert loop.run_until_complete(main()) == [str(number) for number in range(200)] * 2
        loop.run_until_complete(loop.shutdown_default_executor())
    finally:
        loop.close()


def test_a_loop_that_is_closed_over_its_clients(serving: Stdio) -> None:
    loop = asyncio.new_event_loop()
    client = loop.run_until_complete(mcpclient.connect(serving)._open())
    loop.close()
    client.close()
    with pytest.raises(mcpclient.ClosedError):
        client.notify("notifications/x")


# Processes.

SHORT = """
import asyncio, sys, mcpclient, mcpclient.sync

class Host(mcpclient.Host):
    async def elicit_form(self, ask):
        await asyncio.sleep(3600)

class NoReaders(asyncio.SelectorEventLoop):
    def add_reader(self, *_):
        raise NotImplementedError

async def main(how):
    stdio = mcpclient.Stdio(sys.argv[1], "--serve")
    client = await mcpclient.connect(stdio, host=Host())
    calls = [client.call_tool(name) for name in ("form", "slow", "echo")]
    await calls[2]
    if how == 0:
        client.close()
        await client.wait_closed()
    keep.append((client, calls))

keep = []
how = int(sys.argv[2])
if how == 3:
    stdio = mcpclient.Stdio(sys.argv[1], "--serve")
    client = mcpclient.sync.connect(stdio)
    client.call_tool("echo")
    keep.append(client)
else:
    loop = NoReaders() if how == 2 else asyncio.new_event_loop()
    loop.run_until_complete(main(how))
print("end")
"""


def test_one_hundred_short_processes_end_cleanly(puppet: str) -> None:
    """They close their client or just exit, with a dialog open and a call under way."""
    running = []
    failures = []

    def reap() -> None:
        process, how = running.pop(0)
        said, errors = process.communicate(timeout=120)
        if (process.returncode, said, errors) != (0, "end\n", ""):
            failures.append((how, process.returncode, said, errors))

    for number in range(100):
        how = number % 4
        command = [sys.executable, "-c", SHORT, puppet, str(how)]
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        running.append((process, how))
        if len(running) == 4:
            reap()
    while running:
        reap()
    assert failures == []


def test_a_stubborn_server_ends_with_the_program(puppet: str, tmp_path: Path) -> None:
    script = tmp_path / "stubborn.mcpt"
    script.write_text(
        "session handshake lane ready revision=2025-11-25\npuppet ignore-eof\npuppet ignore-term\n"
    )
    program = (
        "import mcpclient, mcpclient.sync, sys\n"
        "client = mcpclient.sync.connect(mcpclient.Stdio(*sys.argv[1:], grace=0.05))\n"
        "print(client.pid)\n"
    )
    command = [sys.executable, "-W", "ignore", "-c", program, puppet, str(script)]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, timeout=120)
    assert not is_running(int(said.stdout))


def test_a_forked_child_is_told(serving: Stdio) -> None:
    with mcpclient.sync.connect(serving) as client:
        child = os.fork()
        if child == 0:
            # Nothing of the test's own may run here.
            try:
                client.ping()
            except mcpclient.ForkedError:
                os._exit(42)
            finally:
                os._exit(1)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 42
        assert client.ping().value == {}


INTERRUPTED = """
import signal, sys, mcpclient, mcpclient.sync
# A program that runs behind a shell's back inherits that the keyboard is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
with mcpclient.sync.connect(mcpclient.Stdio(sys.argv[1], "--serve")) as client:
    try:
        client.call_tool("slow", {"count": 1}, progress=lambda _: print("waiting", flush=True))
    except KeyboardInterrupt:
        print(client.call_tool("echo", {"text": "interrupted"}).text)
"""


def test_a_blocking_call_is_interrupted_from_the_keyboard(puppet: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED, puppet]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "waiting\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n"
        assert process.wait(60) == 0
