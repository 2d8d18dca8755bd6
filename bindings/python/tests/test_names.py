"""What is the same in every language."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import mcpclient
import pytest
from mcpclient import Json, Root, _errors, sync

HEADER = Path(__file__).parents[3] / "include" / "mcpclient.h"


def test_every_status_of_the_header_has_its_exception() -> None:
    text = HEADER.read_text(encoding="utf-8")
    codes = dict(re.findall(r"\bMCPCLIENT_E_(\w+) (?:= )?(-\d+)", text))
    assert len(codes) >= 22
    ours = {kind.name: str(kind.code) for kind in _errors.CLASSES.values()}
    assert ours == codes
    for kind in _errors.CLASSES.values():
        words = "".join(word.capitalize() for word in kind.name.split("_"))
        assert kind.__name__ == f"{words}Error" and getattr(mcpclient, kind.__name__) is kind


def test_what_a_newer_library_says_is_an_error_all_the_same() -> None:
    error = _errors.make(-999, "NEW", "something new", None, (), None, None)
    assert type(error) is mcpclient.Error
    assert (error.code, error.name, str(error)) == (-999, "NEW", "something new")


def test_exceptions_are_what_python_expects() -> None:
    assert issubclass(mcpclient.TimeoutError, TimeoutError)
    assert issubclass(mcpclient.StartError, OSError)
    assert issubclass(mcpclient.FormError, ValueError)
    for kind in _errors.CLASSES.values():
        error = kind("words")
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is kind and str(again) == "words" and again.fields == () and again.http is None
        assert str(copy.copy(error)) == "words"


def test_both_faces_have_the_same_names() -> None:
    def public(kind: type) -> set[str]:
        return {name for name in dir(kind) if not name.startswith("_")}

    assert public(sync.Client) - public(mcpclient.Client) == {"serve"}
    assert public(mcpclient.Client) <= public(sync.Client)
    assert public(sync.Host) == public(mcpclient.Host)
    # A call of asyncio's is a coroutine as well.
    assert public(mcpclient.Call) - {"send", "throw", "close"} == public(sync.Call)


def test_json_verbatim() -> None:
    json = Json('{"a":1.50}')
    assert json == '{"a":1.50}' and json.value == {"a": 1.5} and repr(json) == "Json('{\"a\":1.50}')"


# proves: ROO-03, ROO-04, ROO-05
def test_roots_are_values() -> None:
    root = Root("file:///a", "A")
    assert root == Root("file:///a", "A") != Root("file:///a")
    assert len({root, Root("file:///a", "A")}) == 1
    assert repr(root) == 'Root("file:///a", "A")'
    with pytest.raises(mcpclient.RootError):
        Root("https://example.com")
    with pytest.raises(mcpclient.RootError):
        Root.from_path("relative")
    assert mcpclient.path_to_uri(b"/\xff") == "file:///%FF"
    assert mcpclient.uri_to_path_bytes("file:///%FF") == b"/\xff"
    assert mcpclient.path_to_uri("C:\\a b", "windows") == "file:///C:/a%20b"
    assert mcpclient.uri_to_path("file:///C:/a%20b", "windows") == "C:\\a b"
    assert mcpclient.root_contains("file:///a", "/a/b") and not mcpclient.root_contains("file:///a", "/ab")
    with pytest.raises(mcpclient.InvalidArgError):
        mcpclient.path_to_uri("/", "amiga")  # type: ignore[arg-type]


# proves: ELI-49
def test_servers_text_is_made_safe() -> None:
    assert mcpclient.display("a\x1b[2J\nb") == "a␛[2J\nb"
    assert mcpclient.display_line("a\nb\u202e") == "a b\ufffd"
    assert mcpclient.display_line("abcdef", 3) == "ab…"
