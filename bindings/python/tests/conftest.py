"""Tests of the Python package, against the puppet server as a real process.

PUPPET names the program. Coroutine functions are run on a loop of their own, in asyncio's debug mode.
"""

from __future__ import annotations

import asyncio
import gc
import inspect
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import mcpclient
import pytest

#: Guards against hangs alone.
PATIENCE = 60.0


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Runs tests that are coroutine functions."""
    function = pyfuncitem.obj
    if not inspect.iscoroutinefunction(function):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    words = {name: pyfuncitem.funcargs[name] for name in names}

    async def steps() -> None:
        await asyncio.wait_for(function(**words), PATIENCE)

    asyncio.run(steps(), debug=True)
    return True


@pytest.fixture(scope="session")
def puppet() -> str:
    return os.environ["PUPPET"]


@pytest.fixture
def serving(puppet: str) -> mcpclient.Stdio:
    """The general server."""
    return mcpclient.Stdio(puppet, "--serve")


@pytest.fixture
def playing(puppet: str, tmp_path: Path) -> Callable[[str], mcpclient.Stdio]:
    """A server that plays a transcript and nothing else."""

    def play(script: str) -> mcpclient.Stdio:
        file = tmp_path / "script.mcpt"
        file.write_text(script, encoding="utf-8")
        return mcpclient.Stdio(puppet, str(file), "--record", str(tmp_path / "record.jsonl"))

    return play


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """What a test lets go of must not complain later, in another one's name."""
    yield
    gc.collect()


@pytest.fixture
def complaints() -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """What the running loop was told of."""
    seen: list[dict[str, Any]] = []

    def listen() -> list[dict[str, Any]]:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: seen.append(context))
        return seen

    yield listen
