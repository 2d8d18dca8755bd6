"""One runtime for each event loop: made with the first client, let go with the last."""

from __future__ import annotations

import asyncio
import inspect
import weakref
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    from ._client import Client
    from ._transport import Lane

#: Events that are taken in one turn of the loop.
BATCH = 64

_runtimes: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, weakref.ref[LoopRuntime]]
_runtimes = weakref.WeakKeyDictionary()


class LoopRuntime:
    """Takes what happens to the clients of one loop, on that loop's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        # Weak: the loop holds this, and a dictionary by loops holds what this holds.
        self._loop = weakref.ref(loop)
        self._events: deque[tuple[Any, str, Any, Any]] = deque()
        self._errands: deque[tuple[Any, str, Any, Any]] = deque()
        self._clients = 0
        self._fd: int | None = None
        self._errands_fd: int | None = None
        #: What has no client any more, and may still have errands.
        self._ending: _native.Runtime | None = None
        self._native: _native.Runtime | None = _native.Runtime()
        try:
            # Threads of the library's then never need the interpreter.
            fd = self._native.wakeup_fd
            if fd is None:
                raise NotImplementedError
            loop.add_reader(fd, self._pump)
            self._fd = fd
        except NotImplementedError:
            self._native.shutdown()
            this = weakref.ref(self)

            def wakeup() -> None:
                runtime = this()
                loop = None if runtime is None else runtime._loop()
                if runtime is not None and loop is not None:
                    loop.call_soon_threadsafe(runtime._pump)

            self._native = _native.Runtime(wakeup)

    @classmethod
    def of(cls, loop: asyncio.AbstractEventLoop) -> LoopRuntime:
        """The runtime of a loop."""
        known = _runtimes.get(loop)
        runtime = None if known is None else known()
        if runtime is None or runtime._native is None:
            runtime = cls(loop)
            _runtimes[loop] = weakref.ref(runtime)
        return runtime

    @property
    def native(self) -> _native.Runtime:
        """For making a client: it is counted until its last event."""
        assert self._native is not None, "let go only when nobody has it"
        return self._native

    def enter(self) -> None:
        self._clients += 1

    def attend(self) -> None:
        """Sees to transports of the host's own, if there are any by now."""
        loop, native = self._loop(), self.native
        fd = native.errands_fd
        if loop is not None and fd is not None and self._errands_fd is None:
            loop.add_reader(fd, self._run_errands, native)
            self._errands_fd = fd

    def leave(self) -> None:
        self._clients -= 1
        if self._clients > 0 or self._native is None:
            return
        loop = self._loop()
        if loop is not None and self._fd is not None and not loop.is_closed():
            loop.remove_reader(self._fd)
        # The servers may take their time to end; a thread of the library's waits for them, and the last errand tells.
        self._ending, self._native = self._native, None
        self._ending.end()

    def _run_errands(self, native: _native.Runtime) -> None:
        self._errands.extend(native.take_errands())
        try:
            while self._errands:
                owner, kind, who, what = self._errands.popleft()
                if kind == "end":
                    self._end_errands()
                else:
                    self._errand(owner(), kind, who, what)
        finally:
            # As for events: what stops the loop costs no errand of others.
            if self._errands:
                self._soon(self._run_errands, native)

    def _soon(self, what: Callable[..., object], *words: Any) -> None:
        loop = self._loop()
        if loop is not None and not loop.is_closed():
            loop.call_soon(what, *words)

    def _errand(self, client: Client | None, kind: str, who: Any, what: Any) -> None:
        """Does what a transport of the host's own has to do. What it raises is told to the client's handler."""
        if client is not None:
            return client._do(kind, who, what)
        # Nobody closed it, and no host will be told; a lane should be all the same, and an exchange be given up.
        try:
            if kind == "call":
                who()
            elif kind == "close":
                close(who)
        except Exception as error:
            loop = self._loop()
            if loop is not None:
                message = f"the host's transport ({kind}) raised an exception"
                loop.call_exception_handler({"message": message, "exception": error})

    def _end_errands(self) -> None:
        loop, fd = self._loop(), self._errands_fd
        self._ending = self._errands_fd = None
        if loop is not None and fd is not None and not loop.is_closed():
            loop.remove_reader(fd)

    def _pump(self) -> None:
        pumped = False
        try:
            for native in (self._native, self._ending):
                if self._fd is None and native is not None:
                    # There is one wakeup for everything.
                    self._run_errands(native)
            pumped = True
            if self._native is not None:
                events, _ = self._native.pump(BATCH)
                self._events.extend(events)
            while self._events:
                self._deliver(*self._events.popleft())
        finally:
            # What stops the loop, such as Ctrl-C, costs no event.
            if self._events or not pumped:
                self._soon(self._pump)

    def _deliver(self, owner: weakref.ref[Client], kind: str, first: Any, second: Any) -> None:
        client = owner()
        try:
            if client is not None:
                client._take(kind, first, second)
        finally:
            if kind == "closed":
                self.leave()


def close(lane: Lane) -> None:
    """Ends a lane of which nobody is left; nobody would wait for what takes its time."""
    try:
        returned = lane._step("close", b"")()
        if inspect.iscoroutine(returned):
            returned.close()
    finally:
        lane._break_off(None)
