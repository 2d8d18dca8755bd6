"""The blocking face: the same names as :mod:`mcpclient`, without ``await``.

Callbacks run on the thread that waits, inside the call that waits: in :meth:`Client.call_tool` and the
like, in :meth:`Client.serve`, and in ``with``. Several threads may use a client; one of them at a time runs
callbacks, and serves the others meanwhile. A callback may make calls of its own.
"""

from __future__ import annotations

import select
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from . import _core, _host, _native, _transport
from ._errors import ClosedError, Error
from ._json import Json
from ._native import Answer
from ._options import CallOptions, Options
from ._results import (
    Completion,
    PromptList,
    PromptResult,
    ResourceList,
    ResourceResult,
    ResourceTemplateList,
    Result,
    ToolList,
    ToolResult,
)
from ._porter import Porter
from ._transport import Transport, TransportLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

__all__ = ["Call", "Client", "Host", "SyncCallOptions", "connect", "start"]

T = TypeVar("T", bound=Result)

Arguments: TypeAlias = Mapping[str, Any] | Json


class SyncCallOptions(CallOptions, total=False):
    """What one call is made with, beside what it asks."""

    started: Callable[[Call[Any]], object]
    """Called with the call before it is waited for: for who may want to cancel it from another thread."""


class Host(_host.HostBase["Client", "Call[Any]", "Answer | None"]):
    """What a program does for servers; defining a method declares it. See the module for where they run."""


class Call(_core.CallBase[T]):
    """One request with one outcome."""

    @property
    def client(self) -> Client:
        """The client that it runs on."""
        return self._client  # type: ignore[no-any-return]

    def _wait(self) -> T:
        try:
            self.client._until(lambda: self.done)
        except BaseException:
            # Ctrl-C, for one: nobody waits for the result any more.
            self._give_up()
            raise
        assert self._outcome is not None, "it is over"
        if isinstance(self._outcome, Error):
            raise self._outcome
        return self._outcome


class Client(_core.ClientBase):
    """One connection to one server: see :func:`connect`."""

    def __init__(self, transport: Transport, host: Host, given: Options) -> None:
        #: Whose turn it is to pump and to run callbacks; the condition guards it.
        self._turn = threading.Condition(threading.Lock())
        self._owner: int | None = None
        self._events: deque[tuple[Any, str, Any, Any]] = deque()
        self._connected = False
        self._error: Error | None = None
        self._plain = _core.settings(False, {})
        self._runtime = _native.Runtime()
        super().__init__(self._runtime, transport, host, given)
        if self._runtime.errands_fd is not None:
            Porter(self._runtime).start()

    # Calls.

    def request(
        self, method: str, params: Arguments | None = None, **options: Unpack[SyncCallOptions]
    ) -> Result:
        """Any request, verbatim."""
        return self._call(Result, options, self._native.request, method, params)

    def call_tool(
        self, name: str, arguments: Arguments | None = None, **options: Unpack[SyncCallOptions]
    ) -> ToolResult:
        """``tools/call``. A tool's own failure is a result whose ``is_error`` is true."""
        return self._call(ToolResult, options, self._native.call_tool, name, arguments)

    def list_tools(self, **options: Unpack[SyncCallOptions]) -> ToolList:
        """``tools/list``, all pages as one. A malformed tool is set aside, the rest is delivered."""
        return self._call(ToolList, options, self._native.list_tools)

    def list_resources(self, **options: Unpack[SyncCallOptions]) -> ResourceList:
        """``resources/list``, all pages as one."""
        return self._call(ResourceList, options, self._native.list_resources)

    def list_resource_templates(self, **options: Unpack[SyncCallOptions]) -> ResourceTemplateList:
        """``resources/templates/list``, all pages as one."""
        return self._call(ResourceTemplateList, options, self._native.list_resource_templates)

    def list_prompts(self, **options: Unpack[SyncCallOptions]) -> PromptList:
        """``prompts/list``, all pages as one."""
        return self._call(PromptList, options, self._native.list_prompts)

    def read_resource(self, uri: str, **options: Unpack[SyncCallOptions]) -> ResourceResult:
        """``resources/read``."""
        return self._call(ResourceResult, options, self._native.read_resource, uri)

    def subscribe(self, uri: str, **options: Unpack[SyncCallOptions]) -> Result:
        """``resources/subscribe``; changes come to the host's ``notification``."""
        return self._call(Result, options, self._native.subscribe, uri)

    def unsubscribe(self, uri: str, **options: Unpack[SyncCallOptions]) -> Result:
        """``resources/unsubscribe``."""
        return self._call(Result, options, self._native.unsubscribe, uri)

    def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | Json | None = None,
        **options: Unpack[SyncCallOptions],
    ) -> PromptResult:
        """``prompts/get``. `FormError` if an argument that a listed prompt requires is missing (PRM-03)."""
        return self._call(PromptResult, options, self._native.get_prompt, name, arguments)

    def complete_prompt(
        self,
        name: str,
        argument: str,
        value: str,
        context: Mapping[str, str] | Json | None = None,
        **options: Unpack[SyncCallOptions],
    ) -> Completion:
        """``completion/complete`` for an argument of a prompt; ``context`` is what is filled in already."""
        words = (True, name, argument, value, context)
        return self._call(Completion, options, self._native.complete, *words)

    def complete_resource(
        self,
        uri_template: str,
        argument: str,
        value: str,
        context: Mapping[str, str] | Json | None = None,
        **options: Unpack[SyncCallOptions],
    ) -> Completion:
        """``completion/complete`` for an argument of a resource template."""
        words = (False, uri_template, argument, value, context)
        return self._call(Completion, options, self._native.complete, *words)

    def set_log_level(self, level: str, **options: Unpack[SyncCallOptions]) -> Result:
        """``logging/setLevel``: ``debug``, ``info``, ``notice``, ``warning``, ``error``, ``critical``,
        ``alert`` or ``emergency``."""
        return self._call(Result, options, self._native.set_log_level, level)

    def ping(self, **options: Unpack[SyncCallOptions]) -> Result:
        """``ping``."""
        return self._call(Result, options, self._native.ping)

    def _call(
        self,
        kind: type[T],
        options: SyncCallOptions,
        begin: Callable[..., _native.Call],
        *words: Any,
    ) -> T:
        progress = options.get("progress")
        call = Call(self, kind, progress if callable(progress) else None)
        settings = self._plain
        if options or self._wants_progress:
            settings = _core.settings(self._wants_progress, options)
        call._native = begin(call, settings, *words)
        started = options.get("started")
        if started is not None:
            started(call)
        return call._wait()

    # Waiting.

    def serve(self, timeout: float | None = None) -> bool:
        """Runs callbacks on this thread until the client is closed, which is true, or for ``timeout``
        seconds."""
        deadline = None if timeout is None else time.monotonic() + timeout
        self._until(lambda: self._closed, deadline)
        return self._closed

    def wait_closed(self) -> None:
        """Waits until the client is closed and its server has ended."""
        self.serve()
        # The server may take its time; what is left of its ending is the library's.
        self._runtime.shutdown()
        self._runtime.end()

    def __del__(self) -> None:
        super().__del__()
        if hasattr(self, "_runtime"):
            self._runtime.end()

    def _until(self, over: Callable[[], bool], deadline: float | None = None) -> None:
        """Serves on this thread, or lets another one, until ``over``."""
        me = threading.get_ident()
        while True:
            with self._turn:
                while self._owner not in (None, me) and not over():
                    left = None if deadline is None else deadline - time.monotonic()
                    if left is not None and left <= 0:
                        return
                    self._turn.wait(left)
                if over():
                    return
                outer, self._owner = self._owner, me
            try:
                if not self._serve(over, deadline):
                    return
            finally:
                with self._turn:
                    self._owner = outer
                    self._turn.notify_all()

    def _serve(self, over: Callable[[], bool], deadline: float | None) -> bool:
        """Takes what happens, in order, until ``over``; false when the time is up."""
        fd = self._runtime.wakeup_fd
        poll = select.poll()
        if fd is not None:
            poll.register(fd, select.POLLIN)
        while not over():
            if self._events:
                _, kind, first, second = self._events.popleft()
                self._take(kind, first, second)
                with self._turn:
                    # It may be what another thread waits for.
                    self._turn.notify_all()
                continue
            left = None if deadline is None else deadline - time.monotonic()
            if left is not None and left <= 0:
                return False
            if fd is None:
                raise ClosedError("the client is closed")
            # In Python, so that Ctrl-C is heard.
            poll.poll(None if left is None else left * 1000)
            self._events.extend(self._runtime.pump(1)[0])
        return True

    # What happens.

    def _take_ready(self, told: Any, _: Any) -> None:
        self._connected = True
        super()._take_ready(told, _)

    def _take_closed(self, error: Error, reason: str | None) -> None:
        self._error = error
        super()._take_closed(error, reason)

    def _take_input(self, ask: _native.Input, _: Any) -> None:
        name = _host.asked(ask)
        method = _host.method(self.host, name)
        try:
            _host.check(name, None if method is None else method(ask))
        except BaseException as error:
            _host.turn_away(ask, error)
            raise

    def _run(self, returned: Any, name: str) -> None:
        """What a callback returned is nobody's business here."""

    def _report(self, error: BaseException, name: str) -> None:
        # As Python does it for other callbacks.
        _native.report(error, self)

    # The beginning and the end.

    def wait_ready(self) -> None:
        """Waits until the server can be used; calls need not be made any later.

        :raises Error: the handshake failed
        """
        self._until(lambda: self._connected or self._closed)
        if self._error is not None and not self._connected:
            raise self._error

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
        self.wait_closed()


def start(
    transport: TransportLike,
    *,
    host: Host | None = None,
    **options: Unpack[Options],
) -> Client:
    """As :func:`connect`, without waiting for the server: calls may be made, and wait for it.

    :raises StartError: the server cannot be started
    """
    return Client(_transport.transport(transport), Host() if host is None else host, options)


def connect(
    transport: TransportLike,
    *,
    host: Host | None = None,
    **options: Unpack[Options],
) -> Client:
    """Connects to a server. The client is closed by ``with``, or by ``close()``.

    :param transport: as :func:`mcpclient.connect` takes it
    :param host: what the program does for the server; nothing if left out
    :raises StartError: the server cannot be started
    :raises Error: the handshake fails
    """
    client = start(transport, host=host, **options)
    try:
        client.wait_ready()
    except BaseException:
        client.close()
        client.wait_closed()
        raise
    return client
