"""One exception for each code, whose name is the code's: ``TOO_LARGE`` is ``TooLargeError``."""

from __future__ import annotations

import builtins
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ._json import Json

if TYPE_CHECKING:
    from ._native import FieldError


@dataclass(frozen=True)
class ServerFailure:
    """A JSON-RPC error as the server sent it. Its text is untrusted."""

    code: int
    message: str
    data: Json | None = None


@dataclass(frozen=True)
class Exit:
    """How a server's process ended, as far as it is known."""

    code: int | None
    signal: int | None
    stderr_tail: str
    """The last of what it wrote to stderr. Untrusted."""


@dataclass(frozen=True)
class HttpFailure:
    """What a server answered over HTTP in place of the protocol."""

    status: int
    """The status code."""
    content_type: str | None
    """``Content-Type``, as it was sent. Untrusted."""
    excerpt: str
    """The beginning of the body: bounded, safe to show, without what looks like a secret."""
    retry_after: float | None
    """How many seconds the server wants to be left alone (``Retry-After``)."""


class Error(Exception):
    """Whatever fails in this package. The text says what and where, and carries nobody's data."""

    code: int = 0
    """The number that is the same in every language."""
    name: str = ""
    """The name that is the same in every language."""

    server: ServerFailure | None
    """The server's own error, of a :class:`ServerError`."""
    fields: tuple[FieldError, ...]
    """Every field that is wrong, of a :class:`FormError`."""
    exit: Exit | None
    """How the server's process ended, when that is why."""
    http: HttpFailure | None
    """What the server answered instead, when that is why: of an :class:`HttpError`, above all."""

    def __init__(
        self,
        message: str = "",
        *,
        server: ServerFailure | None = None,
        fields: tuple[FieldError, ...] = (),
        exit: Exit | None = None,
        http: HttpFailure | None = None,
    ) -> None:
        super().__init__(message)
        self.server = server
        self.fields = fields
        self.exit = exit
        self.http = http


class InvalidArgError(Error, ValueError):
    """An argument that cannot be right."""

    code = -1
    name = "INVALID_ARG"


class BadJsonError(Error, ValueError):
    """Not Unicode, or not the JSON that was asked for."""

    code = -2
    name = "BAD_JSON"


class GoneError(Error):
    """Already answered, finished, cancelled or closed; nothing changed."""

    code = -3
    name = "GONE"


class ReentrantError(Error):
    """Waiting is not possible from inside a callback."""

    code = -4
    name = "REENTRANT"


class FormError(Error, ValueError):
    """The values do not fit the form; nothing was sent, the input is still open."""

    code = -5
    name = "FORM"


class PanicError(Error):
    """A bug in the library; the client it struck is closed."""

    code = -6
    name = "PANIC"


class CancelledError(Error):
    """The host cancelled the call. Not :class:`asyncio.CancelledError`, which a cancelled task gets."""

    code = -7
    name = "CANCELLED"


class TimeoutError(Error, builtins.TimeoutError):
    """The server took too long."""

    code = -8
    name = "TIMEOUT"


class ServerError(Error):
    """The server answered with a JSON-RPC error of its own: see ``server``."""

    code = -9
    name = "SERVER"


class ClosedError(Error):
    """The connection ended or the client was closed."""

    code = -10
    name = "CLOSED"


class LostError(Error):
    """The request was lost on its way and must not be repeated unasked."""

    code = -11
    name = "LOST"


class RefusedError(Error):
    """Refused by the host, its policy, or the library on its behalf."""

    code = -12
    name = "REFUSED"


class TooLargeError(Error):
    """A message was over a size limit."""

    code = -13
    name = "TOO_LARGE"


class BusyError(Error):
    """A queue is full; try again when something has finished."""

    code = -14
    name = "BUSY"


class UnsupportedError(Error):
    """Not offered by the server, the revision, or this build."""

    code = -15
    name = "UNSUPPORTED"


class ForkedError(Error):
    """The process was forked; in the child nothing works any more."""

    code = -16
    name = "FORKED"


class VersionError(Error):
    """No protocol revision in common with the server."""

    code = -17
    name = "VERSION"


class ProtocolError(Error):
    """The server broke the protocol."""

    code = -18
    name = "PROTOCOL"


class StartError(Error, OSError):
    """The server could not be started or reached."""

    code = -19
    name = "START"


class PendingError(Error):
    """Not finished yet."""

    code = -20
    name = "PENDING"


class SampleError(Error, ValueError):
    """The answer does not fit the sampling request; nothing was sent, the input is still open."""

    code = -21
    name = "SAMPLE"


class RootError(Error, ValueError):
    """Not a list of roots as the protocol wants it, or not a path that can be one."""

    code = -22
    name = "ROOT"


class HttpError(Error):
    """The server answered with an HTTP error, or with something that is not the protocol: see ``http``."""

    code = -23
    name = "HTTP"


class NetworkError(Error, OSError):
    """The network failed: the name, the connection, TLS, or a proxy."""

    code = -24
    name = "NETWORK"


class SuspendedError(Error):
    """The client is suspended."""

    code = -25
    name = "SUSPENDED"


CLASSES: dict[int, type[Error]] = {kind.code: kind for kind in Error.__subclasses__()}


def make(
    code: int,
    name: str,
    message: str,
    server: tuple[int, str, str | None] | None,
    fields: tuple[FieldError, ...],
    exit: tuple[int | None, int | None, str] | None,
    http: tuple[int, str | None, str, float | None] | None,
) -> Error:
    """The exception for an error of the native half."""
    failure = None
    if server is not None:
        number, words, data = server
        failure = ServerFailure(number, words, None if data is None else Json(data))
    kind = CLASSES.get(code, Error)
    error = kind(
        message,
        server=failure,
        fields=fields,
        exit=None if exit is None else Exit(*exit),
        http=None if http is None else HttpFailure(*http),
    )
    if kind is Error:
        error.code, error.name = code, name
    return error
