"""What a host does for servers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

from ._json import Json
from ._errors import Error
from ._native import Answer, FormRequest, Input, RootsRequest, SampleRequest, UrlRequest

ClientT = TypeVar("ClientT")
CallT = TypeVar("CallT")
#: What methods that answer may return.
AnswerT = TypeVar("AnswerT")

#: Where an input stops before it goes on. Defining one of these methods makes it stop there.
CHECKPOINTS: dict[tuple[type[Input], str], str] = {
    (SampleRequest, "request"): "confirm_sample_request",
    (SampleRequest, "result"): "confirm_sample_result",
    (RootsRequest, "result"): "confirm_roots",
}

#: JSON-RPC's code for an internal error.
INTERNAL = -32603

#: Who is asked for what. Defining one of these methods offers it to servers.
ASKED: dict[type[Input], str] = {
    FormRequest: "elicit_form",
    UrlRequest: "elicit_url",
    SampleRequest: "sample",
    RootsRequest: "list_roots",
}


class HostBase(Generic[ClientT, CallT, AnswerT]):
    """What both faces' hosts have. Every method is optional, and defining one of the first four offers
    it to servers; what is not offered is refused without asking.

    Methods of one client are called one at a time, in the order in which things happened. An exception in
    one is reported, and costs that callback alone: of an input that it leaves unanswered the server is told that the
    host failed.

    An input is answered at most once, now or later, from any thread: by ``ask.accept()``,
    ``ask.decline()``, ``ask.cancel()``, ``ask.fail()``, or ``ask.answer...()``. An answer that does not fit
    raises, is not sent, and leaves the input open. When nobody holds an input any more that was not
    answered, the server is turned away: cancel for forms and URLs, refusal for the rest.
    """

    sample_tools: bool = False
    """:meth:`sample` can use tools."""
    sample_context: bool = False
    """:meth:`sample` adds context of servers when they ask for it."""

    def elicit_form(self, ask: FormRequest) -> AnswerT:
        """The server asks the user to fill in a form."""
        raise NotImplementedError

    def elicit_url(self, ask: UrlRequest) -> AnswerT:
        """The server asks the user to visit a URL. The library never opens it."""
        raise NotImplementedError

    def sample(self, ask: SampleRequest) -> AnswerT:
        """The server asks for a completion by the host's model, which a user should approve."""
        raise NotImplementedError

    def list_roots(self, ask: RootsRequest) -> AnswerT:
        """The server asks for the roots. It wins over a list given to ``connect``."""
        raise NotImplementedError

    def confirm_sample_request(self, ask: SampleRequest) -> AnswerT:
        """A sample before :meth:`sample` is asked: ``ask.approve()``, perhaps after changes in ``ask.draft``, or
        turn the server away. Each step of a sample is an input of its own, with the same ``id``."""
        raise NotImplementedError

    def confirm_sample_result(self, ask: SampleRequest) -> AnswerT:
        """The answer to a sample before it is sent, which is ``ask.result``: ``ask.approve()``, another answer, or
        turn the server away."""
        raise NotImplementedError

    def confirm_roots(self, ask: RootsRequest) -> AnswerT:
        """The roots before they are told, wherever they come from: as :meth:`confirm_sample_result`."""
        raise NotImplementedError

    def input_closed(self, client: ClientT, id: int, why: str) -> object:
        """An input is gone without an answer of the host's: take its dialog away. ``why`` is ``server``,
        ``call``, ``expired`` or ``closed``."""

    def state(self, client: ClientT, state: str, error: Exception | None) -> object:
        """The client is ``ready``, ``connecting`` once more as its server or its session is begun again, ``suspended``
        by the host, or ``closed``, and why: the last callback of a client."""

    def progress(self, call: CallT, params: Json) -> object:
        """A call reports progress: ``progress`` is a number, ``total`` and ``message`` may be there. If this
        is defined, all calls ask for it."""

    def paused(self, call: CallT, seconds: float) -> object:
        """The server asked for patience: the call is sent again after this time, or at once with
        ``call.resume()``."""

    def task(self, call: CallT, state: Json) -> object:
        """A call became a task, or its task changed: the server's word on it. Its id is a secret."""

    def visited(self, client: ClientT, id: int) -> object:
        """The server calls a URL visit finished, to which the host had agreed."""

    def watching(self, client: ClientT, filter: Json) -> object:
        """What the server agreed to tell of what ``client.watch()`` asked for."""

    def log(self, client: ClientT, params: Json) -> object:
        """The server logs: ``level``, ``data``, and perhaps ``logger``."""

    def notification(self, client: ClientT, method: str, params: Json | None) -> object:
        """Any other notification: a list changed, a resource was updated."""

    def stderr(self, client: ClientT, line: str) -> object:
        """A line of the server's stderr; a long one comes in pieces. Never a sign of failure by itself."""

    def warning(self, client: ClientT, kind: str, detail: str) -> object:
        """The server did something that it should not have; nothing was lost but what is named."""


def method(host: HostBase[Any, Any, Any], name: str) -> Callable[..., Any] | None:
    """The host's own method of that name, if it has one."""
    found = getattr(host, name, None)
    if not callable(found) or getattr(found, "__func__", found) is getattr(HostBase, name):
        return None
    return found  # type: ignore[no-any-return]


def offers(host: HostBase[Any, Any, Any]) -> list[str]:
    """What the host offers, as the native half wants it."""
    offered = [name for name in ASKED.values() if method(host, name)]
    offered += [name for name in ("sample_tools", "sample_context") if getattr(host, name)]
    return offered


def reviews(host: HostBase[Any, Any, Any]) -> list[str]:
    """What stops at a checkpoint, as the native half wants it."""
    return [name for name in CHECKPOINTS.values() if method(host, name)]


def asked(ask: Input) -> str:
    """The method that an input is for."""
    kind, checkpoint = type(ask), ask.checkpoint
    return ASKED[kind] if checkpoint is None else CHECKPOINTS[kind, checkpoint]


def check(name: str, answer: object) -> None:
    """What a method that answers may return."""
    if answer is not None and not isinstance(answer, Answer):
        raise TypeError(
            f"{name} returned {type(answer).__name__}; it may return what ask.accept() and the like give"
        )


def turn_away(ask: Input, error: BaseException) -> None:
    """What is said for a host that failed, or was interrupted."""
    try:
        if isinstance(error, Exception):
            ask.fail(INTERNAL, "the host failed")
        else:
            ask.cancel()
    except Error:
        # Answered already, or gone.
        pass
