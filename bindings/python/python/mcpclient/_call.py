"""A call, as asyncio awaits it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

from . import _core
from ._errors import Error
from ._json import Json
from ._results import Result

if TYPE_CHECKING:
    from ._client import Client

T = TypeVar("T", bound=Result)


class Call(_core.CallBase[T], Coroutine[Any, Any, T]):
    """One request with one outcome. It is under way as soon as it is made; ``await`` it for its result, as
    often as wanted, or give it to :func:`asyncio.create_task` and its like.

    Cancelling a task that awaits it cancels the call, and tells the server. Letting go of it does not.
    """

    def __init__(
        self,
        client: Client,
        kind: type[T],
        progress: Callable[[Json], object] | None,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        super().__init__(client, kind, progress)
        self._over: asyncio.Future[None] = loop.create_future()
        self._steps: Coroutine[Any, Any, T] | None = None

    @property
    def client(self) -> Client:
        """The client that it runs on."""
        return self._client  # type: ignore[no-any-return]

    def _finish(self, told: Any) -> None:
        super()._finish(told)
        if not self._over.done():
            self._over.set_result(None)

    async def _wait(self) -> T:
        try:
            await self._over
        except asyncio.CancelledError:
            self._give_up()
            raise
        assert self._outcome is not None, "it is over"
        if isinstance(self._outcome, Error):
            raise self._outcome
        return self._outcome

    def __await__(self) -> Generator[Any, Any, T]:
        return self._wait().__await__()

    # What makes it a coroutine, which is what tasks are made of.

    def _coroutine(self) -> Coroutine[Any, Any, T]:
        if self._steps is None:
            self._steps = self._wait()
        return self._steps

    def send(self, value: Any) -> Any:
        """As of any coroutine."""
        return self._coroutine().send(value)

    def throw(
        self,
        typ: type[BaseException] | BaseException,
        val: BaseException | object = None,
        tb: TracebackType | None = None,
    ) -> Any:
        """As of any coroutine."""
        error = typ if isinstance(typ, BaseException) else typ(*(() if val is None else (val,)))
        return self._coroutine().throw(error if tb is None else error.with_traceback(tb))

    def close(self) -> None:
        """As of any coroutine. It does not cancel the call."""
        if self._steps is not None:
            self._steps.close()
