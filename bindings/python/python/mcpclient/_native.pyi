"""The native half. What the package re-exports is public; the rest is for the package alone."""

import builtins
import os
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, final
from weakref import ref

from typing_extensions import disjoint_base

from ._call import Call as AnyCall
from ._client import Client as AsyncClient
from ._json import Json
from ._transport import Exchange as AnyExchange
from ._transport import Exchanger
from .sync import Call as SyncCall
from .sync import Client as SyncClient

__all__ = [
    "VERSION",
    "Answer",
    "Argument",
    "Block",
    "Call",
    "Choice",
    "Client",
    "Exchange",
    "Field",
    "FieldError",
    "Form",
    "FormRequest",
    "Hazard",
    "Http",
    "Icon",
    "Input",
    "Item",
    "Lane",
    "Message",
    "Model",
    "ModelChoice",
    "Objection",
    "Options",
    "Root",
    "Roots",
    "RootsRequest",
    "Runtime",
    "SampleDraft",
    "SampleRequest",
    "Settings",
    "Socket",
    "Stdio",
    "Told",
    "UrlRequest",
    "_close",
    "_suspend_all",
    "_wake_all",
    "display",
    "display_line",
    "path_to_uri",
    "rehearse",
    "report",
    "root_contains",
    "uri_to_path",
    "uri_to_path_bytes",
    "workspace",
]

VERSION: Final[str]

_Style = Literal["posix", "windows"]
_Given = Mapping[str, Any] | Json

# What servers want.

@disjoint_base
class Input:
    """What a server wants: answered at most once, from any thread, now or hours later.

    An answer fails with :class:`GoneError` when it comes too late. One that does not fit is not sent and leaves
    the input open. When nobody holds an input any more that was not answered, the server is turned away.
    """

    @property
    def id(self) -> int:
        """Its number, which ``input_closed`` names."""

    @property
    def server(self) -> str:
        """Who asks: the host's own name for the server; empty for a rehearsal."""

    @property
    def client(self) -> AsyncClient | SyncClient | None:
        """The client whose server asks."""

    @property
    def calls(self) -> tuple[AnyCall[Any] | SyncCall[Any], ...]:
        """The calls that may have caused it, oldest first: the wire does not always say which."""

    @property
    def method(self) -> str:
        """The JSON-RPC method."""

    @property
    def params(self) -> Json:
        """All that the server sent, verbatim."""

    @property
    def round(self) -> int:
        """Which round of its call's questions it belongs to, from 1; 0 where there are no rounds."""

    @property
    def refusal_ends_call(self) -> bool:
        """Whether saying no ends the call, as the wire has no way to tell the server."""

    @property
    def hazards(self) -> list[Hazard]:
        """What a dialog should warn of."""

    @property
    def is_open(self) -> bool:
        """Whether an answer would still count."""

    @property
    def checkpoint(self) -> Literal["request", "result"] | None:
        """The checkpoint at which it stands; ``None`` if it waits for its answer."""

    @property
    def result(self) -> Json | None:
        """At the checkpoint ``result``: what the server will be sent if it is approved, to the letter."""

    def preview(self) -> Json:
        """What goes on from here, to the letter, if it is accepted or approved now: the content of a form, the
        parameters that the model is asked, or the result that the server is sent.

        :raises FormError: with every field that is wrong
        :raises InvalidArgError: there is nothing to show before it is answered
        """

    def approve(self, changed: _Given | None = None) -> Answer:
        """Approves at a checkpoint: a request as its draft has it, a result as it is shown; or with other parameters
        or another result in their place, to the letter once they are checked.

        :raises SampleError: the request was changed into one that the server does not allow
        """

    @property
    def rehearsed(self) -> Json | None:
        """What the server would have been told, once a rehearsal is answered."""

    def decline(self, reason: str | None = None) -> Answer:
        """The user says no; a sample or the roots are refused. The reason is never sent."""

    def cancel(self) -> Answer:
        """The user turned away without a choice; a sample or the roots are refused."""

    def fail(self, code: int, message: str) -> Answer:
        """The host could not: a JSON-RPC error for the server."""

    def abort_call(self, reason: str | None = None) -> Answer:
        """Ends the whole operation: turns the server away, and cancels every call that it may belong to.
        ``reason`` goes to the server's log."""

@final
class Answer:
    """What was said to a server."""

    @property
    def action(self) -> Literal["accept", "decline", "cancel", "fail", "result", "approve", "abort"]: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class Hazard:
    """What a dialog should warn of."""

    @property
    def kind(self) -> str:
        """``secret``, ``link``, ``control`` or ``long``; there may be more."""

    @property
    def field(self) -> int | None:
        """The index of the field that it is about; ``None`` if it is the message."""

@final
class FormRequest(Input):
    """A form for the user."""

    @property
    def message(self) -> str:
        """Why, in the server's words, made safe to show."""

    @property
    def message_raw(self) -> str: ...
    @property
    def form(self) -> Form: ...
    def accept(self, content: _Given | None = None) -> Answer:
        """Accepts with what is filled in, or with ``content``.

        :raises FormError: with every field that is wrong; nothing was sent
        """

@final
class UrlRequest(Input):
    """A visit to a URL. The library never opens it."""

    @property
    def message(self) -> str:
        """Why, in the server's words, made safe to show."""

    @property
    def message_raw(self) -> str: ...
    @property
    def url(self) -> str:
        """The whole of it, made safe to show. Show it before anything is opened."""

    @property
    def url_raw(self) -> str:
        """As the server wrote it: to be opened, if the user agrees, and not shown."""

    @property
    def canonical(self) -> str:
        """As a browser reads it."""

    @property
    def host(self) -> str:
        """The host as people read it."""

    @property
    def host_raw(self) -> str:
        """The host as it goes over the wire."""

    @property
    def domain(self) -> str | None:
        """The part of the host that somebody had to register; it should stand out."""

    @property
    def url_hazards(self) -> list[str]:
        """What to be careful about, such as ``punycode`` or ``plain-http``."""

    @property
    def elicitation_id(self) -> str | None:
        """The server's name for this visit, where the revision has one."""

    def accept(self) -> Answer:
        """The user agrees, which does not say that they have arrived."""

@final
class RootsRequest(Input):
    """The list of roots."""

    def answer(self, roots: Sequence[Root]) -> Answer:
        """Answers with these."""

    def answer_json(self, result: _Given) -> Answer:
        """Answers with a JSON-RPC result, verbatim once its shape is checked.

        :raises RootError: it is none; nothing was sent
        """

def rehearse(
    method: str,
    params: _Given,
    *,
    revision: str,
    offer: Sequence[str] = ...,
    server_host: str | None = None,
) -> Input:
    """An input that no server sent, to try out and test dialogs: read and answered under the same checks.

    Everything is offered; ``offer`` may name ``sample_tools`` and ``sample_context``. ``server_host`` is the
    asking server's own host, where it has one.

    :raises RefusedError: the library refuses such a request on the host's behalf
    """

# Forms.

@final
class Form:
    """A form that is being filled in: its fields in the server's order."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Field]: ...
    def __getitem__(self, place: int | str, /) -> Field: ...
    @property
    def objections(self) -> list[Objection]:
        """What is odd about the server's schema, but was read as meant."""

    def check(self) -> list[FieldError]:
        """Every field that is wrong."""

    def preview(self) -> Json:
        """Exactly what an accepted form sends.

        :raises FormError: with every field that is wrong
        """

    def with_defaults(self, content: _Given) -> Json:
        """Some content, with the defaults of the fields that it lacks."""

    def accept(self, content: _Given | None = None) -> Answer:
        """See :meth:`FormRequest.accept`."""

@final
class Field:
    """One question of a form, and what is filled in there. All words are the server's."""

    @property
    def index(self) -> int: ...
    @property
    def name(self) -> str:
        """The name under which the answer is sent."""

    @property
    def title(self) -> str:
        """What to call it, made safe to show."""

    @property
    def title_raw(self) -> str: ...
    @property
    def description(self) -> str | None:
        """More about it, made safe to show."""

    @property
    def description_raw(self) -> str | None: ...
    @property
    def required(self) -> bool:
        """Whether an accepted form must hold it."""

    @property
    def answerable(self) -> bool:
        """False if the server's limits contradict each other: leave it out of the dialog."""

    @property
    def kind(self) -> Literal["text", "number", "integer", "yes_no", "one_of", "some_of"]: ...
    @property
    def default(self) -> Any:
        """The value it starts with, if it has one."""

    @property
    def default_json(self) -> Json | None: ...
    @property
    def minimum(self) -> int | float | None:
        """The smallest number. Whole ones are exact."""

    @property
    def maximum(self) -> int | float | None: ...
    @property
    def minimum_text(self) -> str | None:
        """The smallest number as it is shown, exactly."""

    @property
    def maximum_text(self) -> str | None: ...
    @property
    def minimum_exclusive(self) -> bool:
        """Whether the number must be larger than the limit."""

    @property
    def maximum_exclusive(self) -> bool: ...
    @property
    def multiple_of_text(self) -> str | None:
        """What the number must be a whole multiple of, as it is shown."""

    @property
    def min_length(self) -> int | None:
        """Fewest characters of a text, in code points, or fewest chosen."""

    @property
    def max_length(self) -> int | None: ...
    @property
    def format(self) -> str | None:
        """``email``, ``uri``, ``date``, ``date-time``, or a word that is not checked."""

    @property
    def pattern(self) -> str | None:
        """The regular expression that a text must match somewhere, as the server wrote it."""

    @property
    def unique(self) -> bool:
        """Whether the schema forbids choosing one twice."""

    @property
    def choices(self) -> list[Choice]:
        """What there is to choose from."""

    @property
    def hazards(self) -> list[str]:
        """What to be careful about."""

    def type(self, text: str) -> FieldError | None:
        """Enters text as typed: numbers, dates, yes or no, and choices are read. Empty text empties the field.
        What is wrong with the field now; the entry is kept either way."""

    def set(self, value: object) -> FieldError | None:
        """Enters a value. What is wrong with the field now."""

    def select(self, choice: int, on: bool = True) -> FieldError | None:
        """Selects a choice by its index, or takes it back. What is wrong with the field now."""

    def clear(self) -> FieldError | None:
        """Empties the field, default or not. What is wrong with it now."""

    def reset(self) -> FieldError | None:
        """Makes it untouched again: it holds its default. What is wrong with it now."""

    def check(self) -> FieldError | None:
        """What is wrong with it."""

    @property
    def value(self) -> Any:
        """What it holds now: what was entered, or the default if it is untouched."""

    @property
    def json(self) -> Json | None:
        """What it holds now, as it would be sent."""

    @property
    def selected(self) -> list[bool]:
        """Which choices are selected, be it by default."""

    @property
    def touched(self) -> bool:
        """Whether anything was entered, or it was emptied."""

@final
class Choice:
    """One thing to choose."""

    @property
    def value(self) -> str:
        """What is sent."""

    @property
    def label(self) -> str:
        """What is shown, made safe for it."""

    @property
    def label_raw(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...

@final
class FieldError:
    """What is wrong with one field. It never holds what was entered; ``str()`` is a sentence with the field's
    name."""

    @property
    def index(self) -> int | None:
        """The field's index; ``None`` if it belongs to no field of the form."""

    @property
    def name(self) -> str: ...
    @property
    def code(self) -> str:
        """A stable name, such as ``required`` or ``maxLength``."""

    @property
    def params(self) -> dict[str, str]:
        """What a translation needs: limits and such, as the server wrote them."""

    @property
    def sentence(self) -> str:
        """An English sentence that follows the field's title: ``must be at least 18``."""

@final
class Objection:
    """Something odd about a server's schema: for a developer's eyes, no reason to refuse."""

    @builtins.property
    def code(self) -> str:
        """A stable name, such as ``badDefault``."""

    @builtins.property
    def text(self) -> str:
        """What was found and what was made of it; fixed English that quotes nothing."""

    @builtins.property
    def property(self) -> str | None:
        """The name of the property concerned; ``None`` if it is the schema as a whole."""

# Samples.

@final
class SampleRequest(Input):
    """A completion by the host's model. All words are the server's."""

    @property
    def messages(self) -> list[Message]: ...
    @property
    def system_prompt(self) -> str | None:
        """The system prompt that the server suggests, made safe to show."""

    @property
    def system_prompt_raw(self) -> str | None: ...
    @property
    def max_tokens(self) -> int:
        """The most tokens to sample; never exceed it."""

    @property
    def temperature(self) -> float | None: ...
    @property
    def stop_sequences(self) -> list[str]: ...
    @property
    def include_context(self) -> Literal["none", "thisServer", "allServers"]: ...
    @property
    def hints(self) -> list[str]:
        """Names of models, the most wanted first, to be read as parts of a name."""

    @property
    def cost_priority(self) -> float | None:
        """How much a low price matters, from 0 to 1."""

    @property
    def speed_priority(self) -> float | None: ...
    @property
    def intelligence_priority(self) -> float | None: ...
    @property
    def tools(self) -> list[Json]:
        """The tools that the model may use, as the server describes them."""

    @property
    def tool_choice(self) -> Literal["auto", "required", "none"]: ...
    @property
    def metadata(self) -> Json | None:
        """What the server passes on to the model's provider."""

    @property
    def draft(self) -> SampleDraft | None:
        """The request as it will go to the model, to be changed there; at the checkpoint ``request`` alone."""

    def choose_model(self, models: Sequence[Model]) -> ModelChoice | None:
        """Which of the host's models fits, and why: by the server's hints in order, then by its priorities. Advice:
        the host may use another."""

    def answer_blocks(
        self, model: str, blocks: Sequence[_Given], stop_reason: str | None = None
    ) -> Answer:
        """Answers with blocks of content, each as it goes over the wire.

        :raises SampleError: it does not fit the request; nothing was sent
        """

    def answer_text(self, model: str, text: str, stop_reason: str | None = None) -> Answer:
        """Answers with the text that a model gave.

        :raises SampleError: it does not fit the request; nothing was sent
        """

    def answer_json(self, result: _Given) -> Answer:
        """Answers with a JSON-RPC result, verbatim once its shape is checked.

        :raises SampleError: it does not fit the request; nothing was sent
        """

@final
class Message:
    """One message of a sample."""

    @property
    def role(self) -> Literal["user", "assistant"]: ...
    @property
    def is_list(self) -> bool:
        """Whether the content came as a list, be it of one block."""

    @property
    def blocks(self) -> list[Block]: ...
    @property
    def json(self) -> Json:
        """As it came."""

@final
class Block:
    """One block of a message. What its kind does not have is ``None``."""

    @property
    def kind(self) -> Literal["text", "image", "audio", "tool_use", "tool_result"]: ...
    @property
    def text(self) -> str | None:
        """The words of a text block, made safe to show."""

    @property
    def text_raw(self) -> str | None:
        """The words of a text block: for a model."""

    @property
    def data(self) -> str | None:
        """The base64 of an image or sound."""

    @property
    def mime_type(self) -> str | None: ...
    @property
    def tool_use_id(self) -> str | None:
        """The id of a tool use, or the one that a tool result answers."""

    @property
    def tool_name(self) -> str | None: ...
    @property
    def tool_input(self) -> dict[str, Any] | None: ...
    @property
    def is_error(self) -> bool:
        """Whether a tool result says that the tool failed."""

    @property
    def json(self) -> Json:
        """As it came, with annotations and ``_meta``."""

@final
class SampleDraft:
    """A sampling request while the user changes it. What a change may not be, ``approve`` says."""

    @property
    def params(self) -> Json:
        """The parameters as they are now."""

    @property
    def is_changed(self) -> bool: ...
    @property
    def message_count(self) -> int: ...
    def set_params(self, params: _Given) -> None:
        """Puts other parameters in place of all."""

    def set_system_prompt(self, prompt: str | None) -> None: ...
    def set_max_tokens(self, tokens: int) -> None:
        """Never more than the server wants."""

    def set_model(self, name: str) -> None:
        """Makes this the only model that is hinted at."""

    def set_text(self, message: int, block: int, text: str) -> None: ...
    def add_message(self, role: Literal["user", "assistant"], text: str) -> None: ...
    def remove_message(self, message: int) -> None: ...
    def reset(self) -> None:
        """Takes all changes back."""

@final
class Model:
    """A model that the host can use. The three measures go from 0 to 1, more is better.

    :param aliases: other names that servers may know it by
    """

    def __new__(
        cls,
        name: str,
        *,
        aliases: Sequence[str] = ...,
        cheapness: float = 0.0,
        speed: float = 0.0,
        intelligence: float = 0.0,
    ) -> Model: ...
    @property
    def name(self) -> str: ...

@final
class ModelChoice:
    """A choice among models. ``str()`` says why, in an English sentence."""

    @property
    def index(self) -> int:
        """The place in the catalogue."""

    @property
    def reason(self) -> Literal["hint", "priorities", "first"]: ...
    @property
    def hint(self) -> int | None:
        """The place of the server's hint that it fits."""

    @property
    def score(self) -> float | None:
        """How well it does by the server's priorities."""

    @property
    def among(self) -> int:
        """How many models were left for the priorities, or else the order, to decide between."""

# Roots and text.

@final
class Root:
    """One folder or file that servers should work with. Roots coordinate, and protect nothing."""

    def __new__(cls, uri: str, name: str | None = None) -> Root:
        """By a ``file:`` URI, which is sent exactly as given.

        :raises RootError: it can be no root
        """

    @staticmethod
    def from_path(path: str | os.PathLike[str], name: str | None = None) -> Root:
        """By an absolute path, as this system writes paths.

        :raises RootError: it can be no root
        """

    @property
    def uri(self) -> str: ...
    @property
    def name(self) -> str | None:
        """A label for people."""

    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Roots:
    """A live list of roots, for any number of clients: each answers its server from it, and tells it of each change
    once. A root is offered only while it is there and can be read; one that vanishes comes back. From any thread.

    Roots coordinate, and protect nothing: what must be protected is protected by the system's permissions.
    """

    def __new__(cls, roots: Sequence[Root] = ...) -> Roots: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Root]:
        """All roots in order, offered or not."""

    @property
    def offered(self) -> list[Root]:
        """What servers are told, by the last look."""

    @property
    def excluded(self) -> list[Root]: ...
    def add(self, root: Root) -> bool:
        """Adds a root at the end; one that is in the list already gets the new name. Whether that was a change."""

    def add_path(self, path: str | os.PathLike[str], name: str | None = None) -> Root:
        """Adds a folder or file by its absolute path; ``name`` is a label for people.

        :raises RootError: it can be no root
        """

    def add_workspace(self, opened: str | os.PathLike[str], name: str | None = None) -> Root:
        """Adds the workspace around a folder or file that the user opened: see :func:`workspace`."""

    def remove(self, uri: str) -> bool: ...
    def rename(self, uri: str, name: str | None) -> bool: ...
    def replace(self, roots: Sequence[Root]) -> bool:
        """Puts other roots in place of all, with one announcement."""

    def exclude(self, path: str | os.PathLike[str]) -> bool:
        """Excludes a folder or file: roots in it are not offered, and :meth:`contains` says no to it. The protocol has
        no way to tell a server that is offered a folder around it."""

    def include(self, path: str | os.PathLike[str]) -> bool:
        """Takes an exclusion back."""

    def contains(self, path: str | os.PathLike[str]) -> bool:
        """Whether an absolute path leads into a root that is offered, or is one, following links, and not into what is
        excluded. The answer holds for now: it is no protection."""

    def contains_uri(self, uri: str) -> bool: ...
    def look(self) -> bool:
        """Looks at the file system now, and announces what has changed. Whether anything has."""

    def set_interval(self, interval: float | None) -> None:
        """How often to look, in seconds; ``None``: only when a server asks, and in :meth:`look`. Two otherwise."""

    def set_checked(self, checked: bool) -> None:
        """Whether roots are looked at: not if they are for servers on another machine, or in a container."""

def workspace(opened: str | os.PathLike[str]) -> str:
    """The nearest folder upwards that version control keeps, or else the folder itself, or the one that the file is in.

    :raises RootError: the path is not absolute, or nothing is there
    """

def path_to_uri(path: str | bytes | os.PathLike[str], style: _Style | None = None) -> str:
    """The canonical ``file:`` URI of an absolute path; ``style`` is the system's own.

    :raises RootError: there is none
    """

def uri_to_path(uri: str, style: _Style | None = None) -> str:
    """The path that a ``file:`` URI names.

    :raises RootError: it names none
    """

def uri_to_path_bytes(uri: str, style: _Style | None = None) -> bytes:
    """As :func:`uri_to_path`, where paths are bytes."""

def root_contains(root: str, candidate: str, style: _Style | None = None) -> bool:
    """Whether a place, a ``file:`` URI or a path, lies inside the root of that URI, or is it, going by the text
    alone: links are not followed."""

def display(text: str, limit: int = 4000) -> str:
    """Text of several lines, made safe to show: escapes have no effect, and nothing is invisible."""

def display_line(text: str, limit: int = 200) -> str:
    """Text of one line, made safe to show."""

# How servers are reached.

@final
class Stdio:
    """A server that is run as a child process: a program, its arguments, and no shell.

    :param env: variables of the server's environment; credentials belong here
    :param clear_env: give it nothing else of the host's environment
    :param cwd: the directory that it starts in
    :param grace: seconds that each step of its ending may take
    :param stderr_ring: bytes of its stderr that are kept
    """

    def __new__(
        cls,
        program: str | os.PathLike[str],
        *arguments: str | os.PathLike[str],
        env: Mapping[str, str] | None = None,
        clear_env: bool = False,
        cwd: str | os.PathLike[str] | None = None,
        grace: float = 2.0,
        stderr_ring: int = 65536,
    ) -> Stdio: ...
    @property
    def program(self) -> str: ...

@final
class Http:
    """A server behind a URL: Streamable HTTP of every revision, and the older HTTP+SSE where a server knows nothing
    newer. No cookies are kept, no redirects to another origin are followed, and what is set here is sent to the origin
    of the URL only. Times are in seconds.

    :param headers: sent with every request, a name more than once if need be; credentials belong here
    :param user_agent: in place of the library's name and version
    :param ca_bundle: certificates of authorities to trust, as PEM, beside those of the platform
    :param platform_trust: whether the platform's authorities are trusted
    :param client_certificate: a certificate with its chain, and its private key, that servers may ask for, as PEM
    :param proxy: a URL, which may hold a name and a password; or what the environment says; or ``direct``
    :param guard: ``public`` refuses addresses that are private, of this machine, of the link, or of a cloud's metadata
        service, after names are resolved
    :param connect_timeout: for connecting, name and TLS included
    :param head_timeout: for the head of an answer, where no call waits for it
    :param idle_timeout: for silence in a body that is no stream of events, and for connections that nobody uses
    :param grace: for the end of a session
    :param old_sse: whether HTTP+SSE is spoken: where the server refuses everything newer, or alone, or not at all
    :param listen: whether a stream is opened for what the server says unasked
    :param exchanger: the host's own HTTP stack; certificates, proxies, addresses and connecting are then its business
    """

    def __new__(
        cls,
        url: str,
        *,
        headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None,
        user_agent: str | None = None,
        ca_bundle: str | bytes | None = None,
        platform_trust: bool = True,
        client_certificate: tuple[str | bytes, str | bytes] | None = None,
        proxy: Literal["environment", "direct"] | str = "environment",
        guard: Literal["off", "public"] = "off",
        connect_timeout: float = 10.0,
        head_timeout: float = 30.0,
        idle_timeout: float = 60.0,
        grace: float = 2.0,
        old_sse: Literal["fallback", "only", "never"] = "fallback",
        listen: bool = True,
        exchanger: Exchanger | Callable[[AnyExchange], Awaitable[None] | None] | None = None,
    ) -> Http: ...
    @property
    def url(self) -> str:
        """As it was given."""

@final
class Socket:
    """A stream socket that carries lines, as standard streams do. When it closes, the connection is over."""

    @staticmethod
    def unix(path: str | os.PathLike[str], *, connect_timeout: float = 10.0) -> Socket:
        """A Unix domain socket."""

    @staticmethod
    def tcp(host: str, port: int, *, connect_timeout: float = 10.0) -> Socket:
        """A TCP connection, neither encrypted nor authenticated: for the own machine only."""

    @property
    def name(self) -> str:
        """The path, or host and port."""

# For the package alone.

@final
class Runtime:
    def __new__(cls, wakeup: Callable[[], object] | None = None) -> Runtime: ...
    @property
    def wakeup_fd(self) -> int | None: ...
    def pump(self, most: int) -> tuple[list[tuple[Any, str, Any, Any]], int]: ...
    @property
    def errands_fd(self) -> int | None: ...
    def take_errands(self) -> list[tuple[Callable[[], Any], str, Any, Any]]: ...
    def end(self) -> None: ...
    def connect(
        self,
        owner: ref[Any],
        transport: Stdio | Http | Socket | Lane,
        face: object,
        options: Options,
    ) -> Client: ...
    def shutdown(self) -> None: ...

@final
class Exchange:
    @property
    def id(self) -> int: ...
    @property
    def method(self) -> str: ...
    @property
    def url(self) -> str: ...
    @property
    def headers(self) -> list[tuple[str, str]]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def aborted(self) -> bool: ...
    def head(self, status: int, headers: Sequence[tuple[str, str]]) -> None: ...
    def feed(self, data: bytes | bytearray) -> None: ...
    def end(self, failure: str | None, message: str) -> None: ...
    def on_abort(self, callback: Callable[[], object]) -> None: ...
    def on_ready(self, callback: Callable[[], object]) -> None: ...
    def wait_ready(self) -> None: ...

@final
class Lane:
    def __new__(cls, grace: float) -> Lane: ...
    def feed(self, data: bytes | bytearray) -> None: ...
    def end(self, failure: str | None) -> None: ...
    def on_ready(self, callback: Callable[[], object]) -> None: ...
    def wait_ready(self) -> None: ...

@final
class Options:
    def __new__(
        cls,
        *,
        offer: Sequence[str],
        review: Sequence[str],
        label: str,
        name: str,
        version: str,
        title: str | None,
        roots: Roots | Sequence[Root] | None,
        era: str | None,
        known_era: str | None,
        revisions: Sequence[str] | None,
        experimental: _Given | None,
        extensions: _Given | None,
        tasks: bool,
        cache_bytes: int | None,
        restart: bool | None,
        server_host: str | None,
        stderr_lines: bool,
        limits: Mapping[str, int],
        times: Mapping[str, float],
        rates: Mapping[str, int],
    ) -> Options: ...

@final
class Settings:
    def __new__(
        cls,
        *,
        timeout: float | None,
        total: float | None,
        progress: bool,
        meta: _Given | None,
        traceparent: str | None,
        tracestate: str | None,
        baggage: str | None,
        log_level: str | None,
        withhold: Sequence[str],
        fresh: bool,
        retry_lost: bool,
    ) -> Settings: ...

@final
class Client:
    def request(
        self, call: object, settings: Settings, method: str, params: _Given | None
    ) -> Call: ...
    def call_tool(
        self, call: object, settings: Settings, name: str, arguments: _Given | None
    ) -> Call: ...
    def list_tools(self, call: object, settings: Settings) -> Call: ...
    def list_resources(self, call: object, settings: Settings) -> Call: ...
    def list_resource_templates(self, call: object, settings: Settings) -> Call: ...
    def list_prompts(self, call: object, settings: Settings) -> Call: ...
    def read_resource(self, call: object, settings: Settings, uri: str) -> Call: ...
    def subscribe(self, call: object, settings: Settings, uri: str) -> Call: ...
    def unsubscribe(self, call: object, settings: Settings, uri: str) -> Call: ...
    def get_prompt(
        self, call: object, settings: Settings, name: str, arguments: _Given | None
    ) -> Call: ...
    def complete(
        self,
        call: object,
        settings: Settings,
        prompt: bool,
        reference: str,
        argument: str,
        value: str,
        context: _Given | None,
    ) -> Call: ...
    def set_log_level(self, call: object, settings: Settings, level: str) -> Call: ...
    def ping(self, call: object, settings: Settings) -> Call: ...
    def notify(self, method: str, params: _Given | None) -> None: ...
    def set_roots(self, roots: Sequence[Root]) -> None: ...
    def roots(self) -> list[Root]: ...
    def watch(self, filter: _Given) -> None: ...
    def item(
        self,
        kind: Literal["tool", "resource", "resourceTemplate", "prompt", "server"],
        name: str,
    ) -> Item: ...
    @property
    def label(self) -> str: ...
    @property
    def state(self) -> str: ...
    @property
    def server(self) -> tuple[str, str, Json, Json, Json | None, str | None] | None: ...
    @property
    def stderr_tail(self) -> str: ...
    @property
    def pid(self) -> int | None: ...
    @property
    def over(self) -> bool: ...
    def suspend(self, calls: str) -> None: ...
    def wake(self) -> None: ...
    def close(self) -> None: ...

@final
class Call:
    @property
    def id(self) -> int: ...
    def cancel(self, reason: str | None) -> None: ...
    def resume(self) -> None: ...
    def output(
        self,
    ) -> tuple[Literal["none", "fits", "violates", "unchecked"], str | None, str | None]: ...

@final
class Told:
    """How a call ended."""

    def json(self) -> Json: ...
    def text(self) -> str: ...
    def set_aside(self) -> list[tuple[str, str]]: ...
    def age(self) -> float | None: ...

@final
class Argument:
    """One argument of a prompt, or one variable of a template."""

    @property
    def name(self) -> str:
        """Its name, to the letter: not safe to show."""
    @property
    def label(self) -> str:
        """Its name for people, made safe to show."""
    @property
    def description(self) -> str | None:
        """What it is for, made safe to show."""
    @property
    def required(self) -> bool:
        """Whether the prompt cannot do without."""

@final
class Icon:
    """One icon as a server names it. The library loads none."""

    @property
    def source(self) -> str:
        """Where it is, as the server wrote it. Use it only without a fault, and without credentials."""
    @property
    def theme(self) -> Literal["light", "dark"] | None:
        """The background that it is made for; ``None`` is any."""
    @property
    def fault(self) -> str | None:
        """Why it is not to be shown, as far as that can be told without loading it: ``malformed``, ``scheme``,
        ``type``, ``data``, ``content``, ``large``, ``origin`` or ``active``."""
    def vet(self, content: bytes) -> str | None:
        """Why what was loaded from its source is not to be shown; ``None`` if it may be."""
    @property
    def content(self) -> bytes | None:
        """The bytes that it brings in its source; ``None`` if they are elsewhere, or not to be shown."""
    def may_redirect(self, to: str) -> bool:
        """Whether a redirection met while loading it may be followed."""

@final
class Item:
    """A tool, a resource, a template, a prompt or a server: what a dialog shows of it, and what a call needs to
    know. All of it is the server's word: made to be shown to whoever decides, and nothing to decide by."""

    def __new__(
        cls,
        kind: Literal["tool", "resource", "resourceTemplate", "prompt", "server"],
        item: _Given,
    ) -> Item:
        """Reads one item, as it stands in the result of a list.

        :raises ProtocolError: it is not what it should be
        """
    @property
    def kind(self) -> Literal["tool", "resource", "resourceTemplate", "prompt", "server"]:
        """What it is."""
    @property
    def json(self) -> Json:
        """All that the server says of it, verbatim."""
    @property
    def name(self) -> str:
        """Its name, to the letter: what a call is made with. Not safe to show."""
    @property
    def label(self) -> str:
        """Its name for people, made safe to show: the title, or else the name."""
    @property
    def description(self) -> str | None:
        """What it is for, made safe to show."""
    @property
    def uri(self) -> str | None:
        """The URI of a resource, or the URI template of a template. Not safe to show."""
    @property
    def mime_type(self) -> str | None:
        """The media type of a resource, made safe to show."""
    @property
    def size(self) -> int | None:
        """How many bytes a resource has, if the server says so."""
    @property
    def read_only(self) -> bool:
        """A tool says that it changes nothing. Show this, and decide nothing by it unless you trust the server;
        so it is with the next three."""
    @property
    def destructive(self) -> bool:
        """A tool may destroy what was there before, as it may unless it says otherwise."""
    @property
    def idempotent(self) -> bool:
        """A tool says that calling it twice is calling it once."""
    @property
    def open_world(self) -> bool:
        """A tool deals with things outside of the server, as it may unless it says otherwise."""
    @property
    def input_schema(self) -> Any:
        """What a tool takes: a JSON Schema."""
    @property
    def output_schema(self) -> Any:
        """What the structured output of a tool is like: a JSON Schema, or ``None``."""
    @property
    def hazards(self) -> tuple[str, ...]:
        """What to be careful about in the label and the description: ``secret``, ``link``, ``control``,
        ``long``."""
    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments of a prompt, or the variables of a template."""
    @property
    def icons(self) -> tuple[Icon, ...]:
        """Its icons, those that are not to be shown included."""
    def choose_icon(
        self, pixels: int, theme: Literal["light", "dark"] | None = None
    ) -> Icon | None:
        """The icon that fits best at a number of pixels on a background, of those without a fault."""
    def check_arguments(self, arguments: Mapping[str, str] | Json | None = None) -> None:
        """Whether these arguments will do for a prompt.

        :raises FormError: some that are required are missing
        """
    def expand(self, values: _Given | None = None) -> str:
        """The URI that a template becomes with these values, after RFC 6570: texts, or lists and mappings of
        texts where the template has a use for them.

        :raises UnsupportedError: it is no template
        """

def report(error: BaseException, whose: object) -> None: ...
def _close() -> None: ...
def _suspend_all(calls: str) -> None: ...
def _wake_all() -> None: ...
