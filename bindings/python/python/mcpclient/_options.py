"""What clients and calls are made with."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Literal, TypeAlias, TypedDict

from ._json import Json
from ._native import Root, Roots

#: A path of this system, or a root.
RootLike: TypeAlias = Root | str | os.PathLike[str]


class Times(TypedDict, total=False):
    """How long things may take, in seconds. None is infinite; what is absent is the library's default."""

    connect: float
    """Until the server has answered the handshake. Default: a minute."""
    probe: float
    """Until the server has answered which era it speaks. Default: ten seconds."""
    idle: float
    """Until the next sign of life of a call; stands still while an answer is owed. Default: a minute."""
    total: float
    """The whole of a call, whatever its progress; stands still likewise. Default: an hour."""
    wall: float
    """The whole of a call by the clock on the wall. Default: a day."""
    input: float
    """Until an input is answered; then it is cancelled. Default: a day."""


class Limits(TypedDict, total=False):
    """Bounds; what is absent is the library's default."""

    message_bytes: int
    depth: int
    outgoing_bytes: int
    calls: int
    inputs: int
    inputs_per_call: int
    rounds: int
    events: int
    event_bytes: int
    batch: int
    pages: int
    items: int
    fields: int
    choices: int


class Rates(TypedDict, total=False):
    """How many inputs of a kind a server may ask for in a minute, and at once after a quiet one."""

    form: int
    url: int
    sample: int
    roots: int
    complete: int
    """The other way round: how many suggestions the host may ask for; beyond, `BusyError` (CMP-06)."""


class Options(TypedDict, total=False):
    """What a client is made with, beside its server and its host."""

    label: str
    """The host's name for the server: what dialogs show when they say who asks. Default: its program's."""
    name: str
    """What the program calls itself to servers. Default: this library's name."""
    version: str
    """The program's version."""
    title: str | None
    """The program's name for people; sent where the revision has it."""
    roots: Roots | Iterable[RootLike] | None
    """What the library answers from when a server asks for the roots, and whose changes it announces: a live
    list, or a list that :meth:`Client.set_roots` replaces."""
    era: Literal["auto", "legacy", "modern"]
    """Which eras of the protocol may be spoken: the stateless one first and a handshake with servers that do
    not know it, a handshake alone, or no handshake. Default: ``auto``."""
    known_era: str | None
    """What :attr:`Server.era` was in an earlier run of the program: a server that makes a handshake is then not
    asked first. Doubted when that does not work; on one loop the library remembers it by itself."""
    revisions: Iterable[str] | None
    """The exact protocol revisions that may be spoken, in place of ``era``."""
    experimental: Mapping[str, Any] | Json | None
    """Members for ``capabilities.experimental``."""
    extensions: Mapping[str, Any] | Json | None
    """Members for ``capabilities.extensions``, where the revision has it."""
    tasks: bool
    """Offer the tasks extension. Only in the stateless era."""
    cache_bytes: int | None
    """Keep results as long as the server allows, in this many bytes at most; 0 keeps none."""
    restart: bool | None
    """Start the server again when it ends unexpectedly. Only in the stateless era."""
    server_host: str | None
    """The host name of the server, where it has one: a URL that imitates it is pointed out, and icons elsewhere are at
    fault."""
    stderr_lines: bool
    """Whether lines of the server's stderr become callbacks. Default: if the host has ``stderr``."""
    times: Times
    limits: Limits
    rates: Rates


class CallOptions(TypedDict, total=False):
    """What one call is made with, beside what it asks."""

    timeout: float | None
    """How many seconds the server may be silent; stands still while the host owes it an answer."""
    total: float | None
    """How many seconds the whole call may take, whatever progress it reports; stands still likewise."""
    progress: bool | Callable[[Json], object]
    """Ask for progress, and call this with each report, after the host's own ``progress``."""
    meta: Mapping[str, Any] | Json | None
    """Members for ``_meta`` of the request."""
    traceparent: str | None
    """The host's trace context, sent in ``_meta``, as are the next two."""
    tracestate: str | None
    baggage: str | None
    log_level: str | None
    """From which level on the server shall log about this call, in place of ``set_log_level``. Where levels are
    set once for all calls, it has no effect."""
    withhold: Collection[str]
    """What not to offer for this call although the host does, by its names: ``("elicit_form",)``. Where
    capabilities are agreed on once, it has no effect."""
    fresh: bool
    """Do not use a result that was kept, however fresh."""
    retry_lost: bool
    """Send a call of a tool, or of a method that is not the protocol's, again, once, if it was lost with its
    server or its stream: only for what may run twice."""
