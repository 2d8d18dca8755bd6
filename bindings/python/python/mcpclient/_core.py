"""What both faces share: how clients are made, what they know, and what their events are."""

from __future__ import annotations

import sys
import threading
import warnings
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar

from . import _host, _native
from ._errors import Error
from ._json import Json
from ._native import Root, Roots
from ._options import CallOptions, Options, RootLike
from ._results import Result, ToolResult
from ._transport import Lane, Transport, label


T = TypeVar("T", bound=Result)

#: Guards the callbacks of calls; never held while one runs.
CALLBACKS = threading.Lock()


@dataclass(frozen=True)
class Server:
    """What a server said of itself. Untrusted, and for display only."""

    revision: str
    """The protocol revision agreed on."""
    era: str
    """The era of that revision: ``legacy`` or ``modern``."""
    json: Json
    """The whole of its answer to the handshake."""
    capabilities: dict[str, Any]
    info: dict[str, Any] = field(default_factory=dict[str, Any])
    instructions: str | None = None
    """A hint for the host's model."""

    def _word(self, name: str) -> str | None:
        word = self.info.get(name)
        return word if isinstance(word, str) else None

    @property
    def name(self) -> str | None:
        return self._word("name")

    @property
    def title(self) -> str | None:
        return self._word("title")

    @property
    def version(self) -> str | None:
        return self._word("version")

    @classmethod
    def of(cls, told: tuple[str, str, Json, Json, Json | None, str | None]) -> Server:
        revision, era, json, capabilities, info, instructions = told
        members: dict[str, Any] = info.value if info else {}
        return cls(revision, era, json, capabilities.value, members, instructions)


def root(given: RootLike) -> Root:
    """A root as such, or by its path."""
    return given if isinstance(given, Root) else Root.from_path(given)


def options(
    host: _host.HostBase[Any, Any, Any], transport: Transport, given: Options
) -> _native.Options:
    """The options of a client as the native half wants them."""
    known = set(Options.__annotations__)
    unknown = set(given) - known
    if unknown:
        raise TypeError(f"no option is called {', '.join(sorted(unknown))}")
    roots, revisions = given.get("roots"), given.get("revisions")
    lines = given.get("stderr_lines")
    return _native.Options(
        offer=_host.offers(host),
        review=_host.reviews(host),
        label=given.get("label", label(transport)),
        name=given.get("name", "libmcpclient"),
        version=given.get("version", "" if "name" in given else _native.VERSION),
        title=given.get("title"),
        roots=roots if roots is None or isinstance(roots, Roots) else [root(each) for each in roots],
        era=given.get("era"),
        known_era=given.get("known_era"),
        revisions=None if revisions is None else list(revisions),
        experimental=given.get("experimental"),
        extensions=given.get("extensions"),
        tasks=given.get("tasks", False),
        cache_bytes=given.get("cache_bytes"),
        restart=given.get("restart"),
        server_host=given.get("server_host"),
        stderr_lines=_host.method(host, "stderr") is not None if lines is None else lines,
        limits=dict(given.get("limits", {})),  # type: ignore[arg-type]
        times=dict(given.get("times", {})),  # type: ignore[arg-type]
        rates=dict(given.get("rates", {})),  # type: ignore[arg-type]
    )


def settings(progress: bool, given: CallOptions) -> _native.Settings:
    """The options of a call as the native half wants them."""
    return _native.Settings(
        timeout=given.get("timeout"),
        total=given.get("total"),
        progress=progress or bool(given.get("progress")),
        meta=given.get("meta"),
        traceparent=given.get("traceparent"),
        tracestate=given.get("tracestate"),
        baggage=given.get("baggage"),
        log_level=given.get("log_level"),
        withhold=list(given.get("withhold", ())),
        fresh=given.get("fresh", False),
        retry_lost=given.get("retry_lost", False),
    )


class CallBase(Generic[T]):
    """What both faces' calls are: one request with one outcome."""

    def __init__(
        self, client: Any, kind: type[T], progress: Callable[[Json], object] | None
    ) -> None:
        self._kind = kind
        self._progress = progress
        self._client = client
        self._native: _native.Call | None = None
        self._outcome: T | Error | None = None
        self._callbacks: list[Callable[[Any], object]] = []

    @property
    def id(self) -> int:
        """A number that is this call's alone in its client."""
        return self._started().id

    @property
    def outcome(self) -> T | Error | None:
        """How it ended, once it has."""
        return self._outcome

    @property
    def done(self) -> bool:
        """Whether it is over."""
        return self._outcome is not None

    def add_done_callback(self, callback: Callable[[Any], object]) -> None:
        """Has ``callback`` called with this call when it is over: a callback like those of the host, in order
        with them, and before anybody who waits gets the result. At once if it is over already."""
        with CALLBACKS:
            if self._outcome is None:
                return self._callbacks.append(callback)
        callback(self)

    def cancel(self, reason: str | None = None) -> None:
        """Ends the call: who waits for it gets :class:`mcpclient.CancelledError`, and the server is told, with
        ``reason`` for its log. A result that was faster stands.

        :raises GoneError: it is over
        """
        self._started().cancel(reason)

    def resume(self) -> None:
        """Sends a call again whose server asked for patience, without waiting any longer.

        :raises GoneError: it is not paused
        """
        self._started().resume()

    def _started(self) -> _native.Call:
        assert self._native is not None, "nobody has a call that could not be started"
        return self._native

    def _give_up(self) -> None:
        """Cancels the call for somebody who does not wait any longer."""
        if self._native is not None:
            try:
                self._native.cancel(None)
            except Error:
                # Over already: there is nothing to cancel.
                pass

    def _finish(self, told: Any) -> None:
        outcome = told if isinstance(told, Error) else self._kind(told)
        if isinstance(outcome, ToolResult):
            outcome._call = self._native
        with CALLBACKS:
            self._outcome = outcome
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            try:
                self._client._run(callback(self), "done callback")
            except Exception as error:
                self._client._report(error, "done callback")

    def __repr__(self) -> str:
        number = "" if self._native is None else f" {self._native.id}"
        return f"<call{number} of {self._client.label!r}{', done' if self.done else ''}>"


def suspend_all(calls: Literal["continue", "fail"] = "continue") -> None:
    """Suspends every client of this process, of either face: see ``suspend`` of a client."""
    _native._suspend_all(calls)


def wake_all() -> None:
    """Wakes every client of this process, of either face."""
    _native._wake_all()


class ClientBase:
    """What both faces' clients know."""

    def item(
        self,
        kind: Literal["tool", "resource", "resourceTemplate", "prompt", "server"],
        name: str = "",
    ) -> _native.Item:
        """A tool or prompt by its name, a resource by its URI or a template by its own, out of the last list of
        its kind that was read to its end; ``server`` is the server, whatever the name. What a dialog needs before
        a tool is called.

        :raises GoneError: it was not listed, or the list has changed since
        """
        return self._native.item(kind, name)

    def __init__(
        self,
        runtime: _native.Runtime,
        transport: Transport,
        host: _host.HostBase[Any, Any, Any],
        given: Options,
    ) -> None:
        self._closed, self._closing = False, True
        self.host = host
        self._wants_progress = _host.method(host, "progress") is not None
        self._server: Server | None = None
        self._reason: str | None = None
        native = transport._native if isinstance(transport, Lane) else transport
        settings = options(host, transport, given)
        self._native = runtime.connect(weakref.ref(self), native, transport, settings)
        self._closing = False

    @property
    def label(self) -> str:
        """The host's name for the server."""
        return self._native.label

    @property
    def state(self) -> str:
        """``connecting``, ``ready``, ``suspended`` or ``closed``, at this moment."""
        return self._native.state

    @property
    def server(self) -> Server | None:
        """What the server said of itself, once it is connected."""
        if self._server is None:
            told = self._native.server
            self._server = None if told is None else Server.of(told)
        return self._server

    @property
    def revision(self) -> str | None:
        """The protocol revision agreed on."""
        server = self.server
        return None if server is None else server.revision

    @property
    def closed_reason(self) -> str | None:
        """Why the connection is over, once the host has been told: ``host``, ``server``, ``revision``,
        ``refused``, ``timeout`` or ``protocol``."""
        return self._reason

    @property
    def stderr_tail(self) -> str:
        """The last of what the server wrote to stderr. Untrusted."""
        return self._native.stderr_tail

    @property
    def pid(self) -> int | None:
        """The server's process id while the process is ours to end; for logs, not for signals."""
        return self._native.pid

    @property
    def roots(self) -> list[Root]:
        """The root list as the server sees it."""
        return self._native.roots()

    def set_roots(self, roots: Iterable[RootLike]) -> None:
        """Replaces the root list; a real change is announced to the server.

        :raises UnsupportedError: no list was offered, or it is a live one
        """
        self._native.set_roots([root(each) for each in roots])

    def notify(self, method: str, params: Mapping[str, Any] | Json | None = None) -> None:
        """Sends a notification, verbatim."""
        self._native.notify(method, params)

    def watch(
        self,
        *,
        tools: bool = False,
        prompts: bool = False,
        resources: bool = False,
        uris: Iterable[str] = (),
    ) -> None:
        """What to hear of, in place of the last wish: changes of lists, and of single resources."""
        self._native.watch(
            {
                "toolsListChanged": tools,
                "promptsListChanged": prompts,
                "resourcesListChanged": resources,
                "resourceSubscriptions": list(uris),
            }
        )

    def suspend(self, calls: Literal["continue", "fail"] = "continue") -> None:
        """The network or the program is about to sleep: what is open over HTTP is given up, and what may go on later
        waits, without its time running. With ``fail`` calls end with :class:`SuspendedError` instead, and so do new
        ones. Suspending twice is suspending once.

        :raises ClosedError: the client is closed
        """
        self._native.suspend(calls)

    def wake(self) -> None:
        """The sleep is over: streams are opened again, and what waits is sent.

        :raises ClosedError: the client is closed
        """
        self._native.wake()

    def close(self) -> None:
        """Begins the end and returns at once, from any thread: calls end with :class:`ClosedError`, inputs
        are withdrawn, the server is ended step by step. Closing twice is closing once."""
        self._closing = True
        self._native.close()

    def __del__(self) -> None:
        # What failed before there was a client has nothing to close.
        if getattr(self, "_closing", True) or self._closed:
            return
        self._native.close()
        if not sys.is_finalizing():
            warnings.warn(f"{self!r} was not closed", ResourceWarning, source=self, stacklevel=2)

    # What happens.

    def _run(self, returned: Any, name: str) -> None:
        """Sees to what a callback returned."""
        raise NotImplementedError

    def _report(self, error: BaseException, name: str) -> None:
        """Says that a callback failed."""
        raise NotImplementedError

    def _tell(self, name: str, *words: Any) -> None:
        method = _host.method(self.host, name)
        if method is not None:
            self._run(method(*words), name)

    def _take(self, kind: str, first: Any, second: Any) -> None:
        try:
            getattr(self, f"_take_{kind}")(first, second)
        except Exception as error:
            self._report(error, kind)

    def _take_ready(self, told: Any, _: Any) -> None:
        self._server = Server.of(told)
        self._tell("state", self, "ready", None)

    def _take_connecting(self, *_: Any) -> None:
        self._tell("state", self, "connecting", None)

    def _take_suspended(self, *_: Any) -> None:
        self._tell("state", self, "suspended", None)

    def _take_closed(self, error: Error, reason: str | None) -> None:
        self._closed, self._reason = True, reason
        self._tell("state", self, "closed", error)

    def _take_withdrawn(self, id: int, why: str) -> None:
        self._tell("input_closed", self, id, why)

    def _take_progress(self, call: Any, params: Json) -> None:
        try:
            self._tell("progress", call, params)
        finally:
            if call._progress is not None:
                self._run(call._progress(params), "progress")

    def _take_paused(self, call: Any, seconds: float) -> None:
        self._tell("paused", call, seconds)

    def _take_task(self, call: Any, state: Json) -> None:
        self._tell("task", call, state)

    def _take_done(self, call: Any, outcome: Any) -> None:
        call._finish(outcome)

    def _take_visited(self, id: int, _: Any) -> None:
        self._tell("visited", self, id)

    def _take_watching(self, filter: Json, _: Any) -> None:
        self._tell("watching", self, filter)

    def _take_log(self, params: Json, _: Any) -> None:
        self._tell("log", self, params)

    def _take_notification(self, method: str, params: Json | None) -> None:
        self._tell("notification", self, method, params)

    def _take_stderr(self, line: str, _: Any) -> None:
        self._tell("stderr", self, line)

    def _take_warning(self, kind: str, detail: str) -> None:
        self._tell("warning", self, kind, detail)

    def __repr__(self) -> str:
        return f"<{type(self).__module__}.{type(self).__qualname__} {self.label!r}>"
