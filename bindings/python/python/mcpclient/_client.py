"""The asyncio face: a client on an event loop."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Coroutine, Generator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from . import _core, _host, _native, _transport
from ._call import Call
from ._errors import Error, GoneError
from ._json import Json
from ._loop import LoopRuntime
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
from ._transport import Exchange, Lane, Opener, Transport, TransportLike, opener

if TYPE_CHECKING:
    from typing_extensions import Unpack

T = TypeVar("T", bound=Result)

Arguments: TypeAlias = Mapping[str, Any] | Json
Answered: TypeAlias = Answer | None


class Host(_host.HostBase["Client", "Call[Any]", "Answered | Awaitable[Answered]"]):
    """What a program does for servers. Methods may be ``async def`` or plain; defining one declares it.

    They run on the loop of ``connect``. A coroutine that answers an input is cancelled when the input is
    withdrawn: because the server took it back, its call ended, or the client was closed.
    """


class Client(_core.ClientBase):
    """One connection to one server: see :func:`mcpclient.connect`. For the loop that it was made on, but for
    :meth:`close`, which any thread may call."""

    def __init__(self, transport: Transport, host: Host, given: Options) -> None:
        self._loop = asyncio.get_running_loop()
        self._connected: asyncio.Future[None] = self._loop.create_future()
        self._over: asyncio.Future[None] = self._loop.create_future()
        self._answering: dict[int, asyncio.Task[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        #: Those that work for the library, and end with the client.
        self._carrying: set[asyncio.Task[Any]] = set()
        self._plain = _core.settings(False, {})
        runtime = LoopRuntime.of(self._loop)
        runtime.enter()
        try:
            super().__init__(runtime.native, transport, host, given)
            runtime.attend()
        except BaseException:
            runtime.leave()
            raise
        self._runtime = runtime

    # Calls.

    def request(
        self, method: str, params: Arguments | None = None, **options: Unpack[CallOptions]
    ) -> Call[Result]:
        """Starts any request, verbatim."""
        return self._start(Result, options, self._native.request, method, params)

    def call_tool(
        self, name: str, arguments: Arguments | None = None, **options: Unpack[CallOptions]
    ) -> Call[ToolResult]:
        """``tools/call``. A tool's own failure is a result whose ``is_error`` is true."""
        return self._start(ToolResult, options, self._native.call_tool, name, arguments)

    def list_tools(self, **options: Unpack[CallOptions]) -> Call[ToolList]:
        """``tools/list``, all pages as one. A malformed tool is set aside, the rest is delivered."""
        return self._start(ToolList, options, self._native.list_tools)

    def list_resources(self, **options: Unpack[CallOptions]) -> Call[ResourceList]:
        """``resources/list``, all pages as one."""
        return self._start(ResourceList, options, self._native.list_resources)

    def list_resource_templates(
        self, **options: Unpack[CallOptions]
    ) -> Call[ResourceTemplateList]:
        """``resources/templates/list``, all pages as one."""
        return self._start(ResourceTemplateList, options, self._native.list_resource_templates)

    def list_prompts(self, **options: Unpack[CallOptions]) -> Call[PromptList]:
        """``prompts/list``, all pages as one."""
        return self._start(PromptList, options, self._native.list_prompts)

    def read_resource(self, uri: str, **options: Unpack[CallOptions]) -> Call[ResourceResult]:
        """``resources/read``."""
        return self._start(ResourceResult, options, self._native.read_resource, uri)

    def subscribe(self, uri: str, **options: Unpack[CallOptions]) -> Call[Result]:
        """``resources/subscribe``; changes come to the host's ``notification``."""
        return self._start(Result, options, self._native.subscribe, uri)

    def unsubscribe(self, uri: str, **options: Unpack[CallOptions]) -> Call[Result]:
        """``resources/unsubscribe``."""
        return self._start(Result, options, self._native.unsubscribe, uri)

    def get_prompt(
        self,
        name: str,
        arguments: Mapping[str, str] | Json | None = None,
        **options: Unpack[CallOptions],
    ) -> Call[PromptResult]:
        """``prompts/get``. `FormError` if an argument that a listed prompt requires is missing (PRM-03)."""
        return self._start(PromptResult, options, self._native.get_prompt, name, arguments)

    def complete_prompt(
        self,
        name: str,
        argument: str,
        value: str,
        context: Mapping[str, str] | Json | None = None,
        **options: Unpack[CallOptions],
    ) -> Call[Completion]:
        """``completion/complete`` for an argument of a prompt; ``context`` is what is filled in already."""
        words = (True, name, argument, value, context)
        return self._start(Completion, options, self._native.complete, *words)

    def complete_resource(
        self,
        uri_template: str,
        argument: str,
        value: str,
        context: Mapping[str, str] | Json | None = None,
        **options: Unpack[CallOptions],
    ) -> Call[Completion]:
        """``completion/complete`` for an argument of a resource template."""
        words = (False, uri_template, argument, value, context)
        return self._start(Completion, options, self._native.complete, *words)

    def set_log_level(self, level: str, **options: Unpack[CallOptions]) -> Call[Result]:
        """``logging/setLevel``: ``debug``, ``info``, ``notice``, ``warning``, ``error``, ``critical``,
        ``alert`` or ``emergency``."""
        return self._start(Result, options, self._native.set_log_level, level)

    def ping(self, **options: Unpack[CallOptions]) -> Call[Result]:
        """``ping``."""
        return self._start(Result, options, self._native.ping)

    def _start(
        self, kind: type[T], options: CallOptions, begin: Callable[..., _native.Call], *words: Any
    ) -> Call[T]:
        progress = options.get("progress")
        call = Call(self, kind, progress if callable(progress) else None, self._loop)
        settings = self._plain
        if options or self._wants_progress:
            settings = _core.settings(self._wants_progress, options)
        call._native = begin(call, settings, *words)
        return call

    # The beginning and the end.

    async def wait_ready(self) -> None:
        """Waits until the server can be used; calls need not be made any later.

        :raises Error: the handshake failed
        """
        await asyncio.shield(self._connected)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
        await self.wait_closed()

    async def wait_closed(self) -> None:
        """Waits until the client is closed, its server has ended, and the host's coroutines have too."""
        await asyncio.shield(self._over)
        pause = 0.001
        while not self._native.over:
            await asyncio.sleep(pause)
            pause = min(pause * 1.5, 0.05)
        for task in self._carrying:
            task.cancel()
        current = asyncio.current_task()
        tasks = [task for task in self._tasks if task is not current]
        await asyncio.gather(*tasks, return_exceptions=True)

    # What happens.

    def _take_ready(self, told: Any, _: Any) -> None:
        if not self._connected.done():
            self._connected.set_result(None)
        super()._take_ready(told, _)

    def _take_closed(self, error: Error, reason: str | None) -> None:
        if not self._connected.done():
            self._connected.set_exception(error)
            # Nobody may be waiting for it.
            self._connected.exception()
        for task in self._answering.values():
            task.cancel()
        try:
            super()._take_closed(error, reason)
        finally:
            if not self._over.done():
                self._over.set_result(None)

    def _take_input(self, ask: _native.Input, _: Any) -> None:
        name = _host.asked(ask)
        method = _host.method(self.host, name)
        try:
            answer = None if method is None else method(ask)
            if not inspect.isawaitable(answer):
                return _host.check(name, answer)
        except BaseException as error:
            _host.turn_away(ask, error)
            raise
        number = ask.id
        task = self._spawn(self._answer(ask, name, answer), answer, name)
        self._answering[number] = task
        task.add_done_callback(lambda task: self._answered(number, task))

    def _answered(self, number: int, task: asyncio.Task[None]) -> None:
        # The next step of a sample has the same number, and may be there already.
        if self._answering.get(number) is task:
            del self._answering[number]

    async def _answer(self, ask: _native.Input, name: str, answer: Awaitable[Any]) -> None:
        try:
            _host.check(name, await answer)
        except BaseException as error:
            _host.turn_away(ask, error)
            raise

    def _take_withdrawn(self, id: int, why: str) -> None:
        task = self._answering.get(id)
        try:
            super()._take_withdrawn(id, why)
        finally:
            if task is not None:
                task.cancel()

    # Transports of the host's own.

    def _do(self, kind: str, who: Any, what: Any) -> None:
        """An errand of the library's."""
        try:
            if kind == "open":
                self._open_exchange(who, Exchange(what))
            elif kind == "call":
                who()
            else:
                who._waiting.append(who._step(kind, what))
                if not who._busy:
                    self._carry_on(who)
        except Exception as error:
            self._report(error, f"transport ({kind})")

    def _open_exchange(self, exchanger: Opener, exchange: Exchange) -> None:
        try:
            returned = opener(exchanger)(exchange)
        except BaseException:
            exchange._break_off()
            raise
        if inspect.isawaitable(returned):
            task = self._carry(exchanging(exchange, returned), returned)
            exchange.add_abort_callback(task.cancel)

    def _carry_on(self, lane: Lane) -> None:
        """Takes steps of a lane as long as none takes its time."""
        while lane._waiting:
            try:
                returned = lane._waiting.popleft()()
            except BaseException:
                lane._break_off()
                raise
            if inspect.isawaitable(returned):
                lane._busy = True
                task = self._carry(stepping(lane, returned), returned)
                return task.add_done_callback(lambda _: self._carry_further(lane))

    def _carry_further(self, lane: Lane) -> None:
        lane._busy = False
        try:
            self._carry_on(lane)
        except Exception as error:
            self._report(error, "transport (lane)")

    def _carry(
        self, steps: Coroutine[Any, Any, None], inner: Awaitable[Any]
    ) -> asyncio.Task[None]:
        task = self._spawn(steps, inner, "transport")
        self._carrying.add(task)
        task.add_done_callback(self._carrying.discard)
        return task

    def _run(self, returned: Any, name: str) -> None:
        if inspect.isawaitable(returned):
            self._spawn(wait(returned), returned, name)

    def _spawn(
        self, steps: Coroutine[Any, Any, None], inner: Awaitable[Any], name: str
    ) -> asyncio.Task[None]:
        task = self._loop.create_task(steps, name=f"mcpclient {name}")
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._ended(task, inner, name))
        return task

    def _ended(self, task: asyncio.Task[None], inner: Awaitable[Any], name: str) -> None:
        self._tasks.discard(task)
        if inspect.iscoroutine(inner):
            # Cancelled before its first step, it would complain that nobody awaited it.
            inner.close()
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._report(error, name)

    def _report(self, error: BaseException, name: str) -> None:
        message = f"the host's {name} raised an exception"
        self._loop.call_exception_handler({"message": message, "exception": error, "client": self})


async def wait(steps: Awaitable[Any]) -> None:
    """Any awaitable as a coroutine."""
    await steps


async def exchanging(exchange: Exchange, steps: Awaitable[None]) -> None:
    """Makes a request to its end, whatever that is."""
    try:
        await steps
    except GoneError:
        if not exchange.aborted:
            raise
    finally:
        exchange._break_off()


async def stepping(lane: Lane, steps: Awaitable[Any]) -> None:
    """One step of a lane."""
    try:
        await steps
    except BaseException:
        lane._break_off()
        raise


class Connection:
    """A client to be: ``await`` it, or enter it with ``async with``, which also closes it."""

    def __init__(self, transport: Transport, host: Host, given: Options) -> None:
        self._transport, self._host, self._given = transport, host, given
        self._client: Client | None = None

    async def _open(self) -> Client:
        client = Client(self._transport, self._host, self._given)
        try:
            await client.wait_ready()
        except BaseException:
            client.close()
            await client.wait_closed()
            raise
        return client

    def __await__(self) -> Generator[Any, Any, Client]:
        return self._open().__await__()

    async def __aenter__(self) -> Client:
        self._client = await self._open()
        return self._client

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.__aexit__(kind, error, traceback)


def start(
    transport: TransportLike,
    *,
    host: Host | None = None,
    **options: Unpack[Options],
) -> Client:
    """As :func:`connect`, without waiting for the server: calls may be made, and wait for it. On a running
    loop; ``async with`` closes the client.

    :raises StartError: the server cannot be started
    :raises InvalidArgError: the URL, or what is set with it, cannot be right
    """
    return Client(_transport.transport(transport), Host() if host is None else host, options)


def connect(
    transport: TransportLike,
    *,
    host: Host | None = None,
    **options: Unpack[Options],
) -> Connection:
    """Connects to a server.

    :param transport: a :class:`Stdio`, :class:`Http`, :class:`Socket` or :class:`Lane`; or a URL, or a program without
        arguments, which is started
    :param host: what the program does for the server; nothing if left out
    :raises StartError: the server cannot be started
    :raises Error: the handshake fails
    """
    return Connection(_transport.transport(transport), Host() if host is None else host, options)
