"""What hosts may put in the library's place: their own HTTP stack, and lanes of their own making."""

from __future__ import annotations

import asyncio
import os
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping
from functools import partial
from typing import Any, Literal, TypeAlias, cast
from urllib.parse import urlsplit

from . import _native
from ._errors import BusyError, GoneError
from ._native import Http, Socket, Stdio

class Flow:
    """Takes what a server says, as fast as the client's host keeps up with it. One thread or task at a time."""

    _native: Any

    def feed(self, data: bytes | bytearray) -> None:
        """The next bytes, as they come.

        :raises BusyError: too much waits already; nothing was taken, and no more should be read from the server for
            now
        :raises GoneError: it is over
        """
        self._native.feed(data)

    async def write(self, data: bytes | bytearray) -> None:
        """As :meth:`feed`, and waits while it is busy.

        :raises GoneError: it is over
        """
        loop = asyncio.get_running_loop()
        while True:
            try:
                return self.feed(data)
            except BusyError:
                ready: asyncio.Future[None] = loop.create_future()
                self._native.on_ready(partial(loop.call_soon_threadsafe, finish, ready))
                await ready

    def write_blocking(self, data: bytes | bytearray) -> None:
        """As :meth:`feed`, and blocks while it is busy.

        :raises GoneError: it is over
        """
        while True:
            try:
                return self.feed(data)
            except BusyError:
                self._native.wait_ready()


def finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)


class Exchange(Flow):
    """One HTTP request of the library, for an :class:`Exchanger` to make, and its answer, to be told step by step:
    :meth:`head` once, then the body by :meth:`feed` or :meth:`write`, then :meth:`end`. From any thread.

    It may be given up at any time: then each step raises :class:`GoneError`, and nothing more need be told. Let go of
    before its end, it counts as broken on its way.
    """

    def __init__(self, native: _native.Exchange) -> None:
        self._native = native
        self._callbacks: list[Callable[[], object]] = []
        # Not a method: the library would hold what holds the exchange, and nobody could let go of it.
        this = weakref.ref(self)

        def aborted() -> None:
            exchange = this()
            if exchange is not None:
                exchange._abort()

        native.on_abort(aborted)

    @property
    def id(self) -> int:
        """A number that no other exchange of this process has."""
        return self._native.id  # type: ignore[no-any-return]

    @property
    def method(self) -> str:
        """``GET``, ``POST`` or ``DELETE``."""
        return self._native.method  # type: ignore[no-any-return]

    @property
    def url(self) -> str:
        """Where to. Redirects are not to be followed."""
        return self._native.url  # type: ignore[no-any-return]

    @property
    def headers(self) -> list[tuple[str, str]]:
        """What to send; a name may stand more than once. They hold secrets."""
        return self._native.headers  # type: ignore[no-any-return]

    @property
    def body(self) -> bytes:
        """What to send; empty but for ``POST``."""
        return self._native.body  # type: ignore[no-any-return]

    def head(
        self, status: int, headers: Mapping[str, str] | Iterable[tuple[str, str]] = ()
    ) -> None:
        """The answer begins.

        :raises GoneError: it is over
        """
        given = cast(Iterable[tuple[str, str]], headers.items() if isinstance(headers, Mapping) else headers)
        self._native.head(status, list(given))

    def end(
        self,
        failure: Literal["unreachable", "forbidden", "timeout", "broken", "too_large"] | None = None,
        message: str = "",
    ) -> None:
        """The answer is complete, or will never be: ``message`` is one sentence for developers, without anybody's
        data. With ``unreachable`` and ``forbidden`` nothing was sent, and the request may be repeated; ``timeout`` and
        ``too_large`` are limits of the stack's own; otherwise it is ``broken``, and the server may have acted.

        :raises GoneError: it is over
        """
        self._native.end(failure, message or "the host's HTTP stack has given up")

    @property
    def aborted(self) -> bool:
        """Whether the library has given it up: its connection is to be closed, or its stream of one."""
        return self._native.aborted  # type: ignore[no-any-return]

    def add_abort_callback(self, callback: Callable[[], object]) -> None:
        """Has ``callback`` called if the exchange is given up: on the loop, or in :mod:`mcpclient.sync` on a thread
        that sees to such things; here and now if it was already."""
        self._callbacks.append(callback)
        if self.aborted:
            self._abort()

    def _abort(self) -> None:
        callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            callback()

    def _break_off(self) -> None:
        """Nobody will tell any more."""
        try:
            self.end("broken", "the host's HTTP stack has left it unfinished")
        except GoneError:
            # As it should be: it was ended, or given up.
            pass

    def __repr__(self) -> str:
        return f"<exchange {self.id}, {self.method}>"


class Exchanger:
    """The host's own HTTP stack, in place of the library's: see ``exchanger`` of :class:`Http`."""

    def open(self, exchange: Exchange) -> Awaitable[None] | None:
        """Makes one request, and tells ``exchange`` what comes of it. Redirects are not to be followed, cookies not to
        be kept, and a body is to be handed over as it comes: an event must not wait for what follows.

        With asyncio it is called on the loop, and may be ``async def``: then it is cancelled when the exchange is
        given up, and what it leaves unfinished is broken. In :mod:`mcpclient.sync` each call has a thread of its own,
        and may block. What it raises is reported, and breaks its exchange alone.
        """
        raise NotImplementedError


#: A class for it, or just what its ``open`` would be.
Opener: TypeAlias = Exchanger | Callable[[Exchange], "Awaitable[None] | None"]


def opener(exchanger: Opener) -> Callable[[Exchange], Awaitable[None] | None]:
    return exchanger.open if isinstance(exchanger, Exchanger) else exchanger


class Lane(Flow):
    """A lane of the host's own making, for one client: lines over whatever the host makes of them.

    :param send: called with whole lines for the server, to be taken in full: on the loop, where it may return an
        awaitable, after which the next ones follow; or in :mod:`mcpclient.sync` on a thread that sees to such things
    :param close: called when the client is over; to be answered with :meth:`end` once what was sent is gone
    :param grace: seconds that :meth:`end` may then take

    What the server says goes in by :meth:`feed` or :meth:`write`, from any thread, however its lines are cut.
    """

    def __init__(
        self,
        send: Callable[[bytes], object],
        close: Callable[[], object] | None = None,
        *,
        grace: float = 2.0,
    ) -> None:
        self._native = _native.Lane(grace)
        self._send = send
        self._close = close
        #: Steps that wait for one that takes its time.
        self._waiting: deque[Callable[[], object]] = deque()
        self._busy = False

    def end(self, failure: str | None = None) -> None:
        """The lane is at its end: in order, or broken, as ``failure`` says in one sentence for developers. Nothing is
        sent on it any more, and ``close`` is not called.

        :raises GoneError: it is over
        """
        self._native.end(failure)

    def _step(self, kind: str, data: bytes) -> Callable[[], object]:
        """What an errand asks for."""
        if kind == "send":
            return lambda: self._send(data)
        return self._end_it if self._close is None else self._close

    def _end_it(self) -> None:
        self._break_off(None)

    def _break_off(self, failure: str | None = "the host's own code failed") -> None:
        self._waiting.clear()
        try:
            self.end(failure)
        except GoneError:
            # As it should be.
            pass


#: A way to reach one server.
Transport: TypeAlias = Stdio | Http | Socket | Lane

#: The same, or a URL, or a program without arguments.
TransportLike: TypeAlias = Transport | str | os.PathLike[str]


def transport(given: TransportLike) -> Transport:
    """A way to reach a server as such, or by its URL, or the program that it is."""
    if isinstance(given, (Stdio, Http, Socket, Lane)):
        return given
    if isinstance(given, str) and given[:8].lower().startswith(("http://", "https://")):
        return Http(given)
    return Stdio(given)


def label(given: Transport) -> str:
    """What a server is called, unless the host says otherwise."""
    if isinstance(given, Stdio):
        return os.path.basename(given.program)
    if isinstance(given, Socket):
        return os.path.basename(given.name)
    if isinstance(given, Lane):
        return "server"
    try:
        return urlsplit(given.url).hostname or "server"
    except ValueError:
        # It will be refused as a URL.
        return "server"
