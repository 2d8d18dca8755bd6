"""What calls give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, cast

from ._json import Json

if TYPE_CHECKING:
    from . import _native


@dataclass(frozen=True)
class SetAside:
    """One malformed item of a listing."""

    name: str
    """Its name, as far as it has one. The server's words."""
    reason: str
    """What is wrong with it."""


def _items(value: Any) -> list[Any]:
    """The items of a list; none of what is no list."""
    return cast("list[Any]", value) if isinstance(value, list) else []


class Result:
    """The good end of a call: a JSON-RPC result, a JSON object."""

    __slots__ = ("_json", "_told", "_value")

    def __init__(self, told: _native.Told) -> None:
        # It may be large, and is looked at when somebody wants to know.
        self._told = told
        self._json: Json | None = None
        self._value: dict[str, Any] | None = None

    @property
    def json(self) -> Json:
        """The result, verbatim; of a listing all pages in one."""
        if self._json is None:
            self._json = self._told.json()
        return self._json

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """Items of a listing that are not as the protocol wants them."""
        return tuple(SetAside(name, reason) for name, reason in self._told.set_aside())

    @property
    def age(self) -> float | None:
        """How old the result is in seconds, if it was kept from an earlier call."""
        return self._told.age()

    @property
    def value(self) -> dict[str, Any]:
        """The result as Python's objects. What is in it is the server's: untrusted."""
        if self._value is None:
            self._value = self.json.value
        assert self._value is not None
        return self._value

    def __getitem__(self, name: str) -> Any:
        return self.value[name]

    def __contains__(self, name: object) -> bool:
        return name in self.value

    def get(self, name: str, default: Any = None) -> Any:
        """A member, or ``default``."""
        return self.value.get(name, default)

    def _list(self, name: str) -> list[dict[str, Any]]:
        return [item for item in _items(self.value.get(name)) if isinstance(item, dict)]

    def __repr__(self) -> str:
        # What servers send does not belong into logs.
        return f"<{type(self).__name__}, {len(self.json)} characters>"


@dataclass(frozen=True)
class Output:
    """Where a tool's structured output stands against the schema that the tool was listed with."""

    state: Literal["none", "fits", "violates", "unchecked"]
    """``none``: there is nothing to say, because the tools were not listed before, or the tool has no schema for
    its output, or failed and gave none. ``unchecked``: there is a schema, and nobody can tell."""
    place: str | None = None
    """With ``violates`` where that is: a JSON pointer into ``structuredContent``; empty for the whole."""
    reason: str | None = None
    """With ``violates`` the keyword of JSON Schema that is broken there, empty where the schema is false or the
    place would take too much to find; with ``unchecked`` why nobody can tell."""


class ToolResult(Result):
    """What a tool gave."""

    __slots__ = ("_call",)

    def __init__(self, told: _native.Told) -> None:
        super().__init__(told)
        self._call: _native.Call | None = None

    @property
    def output(self) -> Output:
        """Whether the tool kept its word. Looked at when this is first asked; the result is there in any case."""
        if self._call is None:
            return Output("none")
        state, place, reason = self._call.output()
        return Output(state, place, reason)

    @property
    def is_error(self) -> bool:
        """Whether the tool says that it failed: the call went well, and the content tells why."""
        return self.value.get("isError") is True

    @property
    def content(self) -> list[dict[str, Any]]:
        """The blocks of content."""
        return self._list("content")

    @property
    def text(self) -> str:
        """The text of all text blocks, with a line feed between two: for a model, not safe to show."""
        return self._told.text()

    @property
    def structured(self) -> Any:
        """The structured output; ``"structuredContent" in result`` tells whether there is any."""
        return self.value.get("structuredContent")


class Listing(Result):
    """All pages of a list. Every item is a JSON object."""

    __slots__ = ()
    _member = ""

    @property
    def items(self) -> list[dict[str, Any]]:
        """The items in the server's order."""
        return self._list(self._member)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def names(self) -> list[str]:
        """The names of the items that have one."""
        names = (item.get("name") for item in self.items)
        return [name for name in names if isinstance(name, str)]


class ToolList(Listing):
    """The tools of a server."""

    __slots__ = ()
    _member = "tools"


class ResourceList(Listing):
    """The resources of a server."""

    __slots__ = ()
    _member = "resources"


class ResourceTemplateList(Listing):
    """The resource templates of a server."""

    __slots__ = ()
    _member = "resourceTemplates"


class PromptList(Listing):
    """The prompts of a server."""

    __slots__ = ()
    _member = "prompts"


class ResourceResult(Result):
    """What a resource holds."""

    __slots__ = ()

    @property
    def contents(self) -> list[dict[str, Any]]:
        """Its parts: each has a ``uri``, and ``text`` or, in base64, ``blob``."""
        return self._list("contents")

    @property
    def text(self) -> str:
        """The text of all parts that have one, with a line feed between two. Not safe to show."""
        texts = (part.get("text") for part in self.contents)
        return "\n".join(text for text in texts if isinstance(text, str))


class PromptResult(Result):
    """A prompt, filled in."""

    __slots__ = ()

    @property
    def description(self) -> str | None:
        """What it is for."""
        text = self.value.get("description")
        return text if isinstance(text, str) else None

    @property
    def messages(self) -> list[dict[str, Any]]:
        """Its messages: each has a ``role`` and ``content``."""
        return self._list("messages")


class Completion(Result):
    """Suggestions for an argument."""

    __slots__ = ()

    def _completion(self) -> dict[str, Any]:
        completion: Any = self.value.get("completion")
        return cast("dict[str, Any]", completion) if isinstance(completion, dict) else {}

    @property
    def values(self) -> list[str]:
        """The suggestions, the best first."""
        return [value for value in _items(self._completion().get("values")) if isinstance(value, str)]

    @property
    def total(self) -> int | None:
        """How many there are, more than are told perhaps."""
        total = self._completion().get("total")
        return total if isinstance(total, int) else None

    @property
    def has_more(self) -> bool:
        """Whether there are more than these."""
        return self._completion().get("hasMore") is True
