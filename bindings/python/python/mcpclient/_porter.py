"""What sees to transports of the host's own where no loop does: one thread for each client that has one."""

from __future__ import annotations

import inspect
import select
import threading
from collections.abc import Callable
from typing import Any

from . import _native
from ._errors import GoneError
from ._transport import Exchange, Lane, Opener, opener


class Porter(threading.Thread):
    """Does errands in order, but for exchanges, each of which has a thread of its own and may block."""

    def __init__(self, runtime: _native.Runtime) -> None:
        super().__init__(name="mcpclient-errands", daemon=True)
        self._runtime = runtime

    def run(self) -> None:
        fd = self._runtime.errands_fd
        assert fd is not None, "it was asked for before"
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        while True:
            # In Python, so that a program may end meanwhile.
            poll.poll()
            for owner, kind, who, what in self._runtime.take_errands():
                if kind == "end":
                    return
                do(owner, kind, who, what)


def do(owner: Callable[[], Any], kind: str, who: Any, what: Any) -> None:
    try:
        if kind == "open":
            words = (owner, who, Exchange(what))
            threading.Thread(target=make, args=words, name="mcpclient-exchange", daemon=True).start()
        elif kind == "call":
            who()
        else:
            step(who, kind, what)
    except BaseException as error:
        # Nothing ends this thread before the runtime does.
        _native.report(error, owner())


def step(lane: Lane, kind: str, data: bytes) -> None:
    try:
        blocking(lane._step(kind, data)())
    except BaseException:
        lane._break_off()
        raise


def make(owner: Callable[[], Any], exchanger: Opener, exchange: Exchange) -> None:
    """Makes one request."""
    try:
        blocking(opener(exchanger)(exchange))
    except GoneError as error:
        if not exchange.aborted:
            exchange._break_off()
            _native.report(error, owner())
    except BaseException as error:
        exchange._break_off()
        _native.report(error, owner())


def blocking(returned: Any) -> None:
    if inspect.isawaitable(returned):
        if inspect.iscoroutine(returned):
            returned.close()
        raise TypeError("a coroutine has no loop to run on here: mcpclient.sync wants plain functions")
