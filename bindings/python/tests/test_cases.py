"""Faults that others have had between a program and the wire (tests/cases), as Python meets them."""

from __future__ import annotations

import json
import os
from decimal import Decimal
from pathlib import Path
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, FormRequest, Json, RootsRequest, SampleRequest, Stdio

REVISIONS = ["2025-06-18", "2025-11-25", "2026-07-28"]


def form(revision: str, **properties: Any) -> FormRequest:
    schema = {"type": "object", "properties": properties}
    params = {"message": "?", "requestedSchema": schema}
    ask = mcpclient.rehearse("elicitation/create", params, revision=revision)
    assert isinstance(ask, FormRequest)
    return ask


@pytest.mark.parametrize("revision", REVISIONS)
def test_numbers_that_are_none_never_leave(revision: str) -> None:
    ask = form(revision, p={"type": "number"})
    field = ask.form["p"]
    # Of these there is no JSON; a Decimal is not rounded for anybody.
    infinity = float("inf")
    for none in (float("nan"), infinity, -infinity, Decimal("1.10"), Decimal("NaN"), 10**5000):
        with pytest.raises(mcpclient.BadJsonError):
            field.set(none)
        with pytest.raises(mcpclient.BadJsonError):
            ask.accept({"p": none})
    for text in ("NaN", "Infinity", "-inf"):
        with pytest.raises(mcpclient.BadJsonError):
            field.set(Json(text))
        problem = field.type(text)
        assert problem is not None and problem.code == "notNumber"
    # Of these there is, and no reader that is sure to understand it.
    for large in (10**400, Json("1e400"), Json("-1e400")):
        problem = field.set(large)
        assert problem is not None and problem.code == "notFinite"
        with pytest.raises(mcpclient.FormError):
            ask.form.accept()
        with pytest.raises(mcpclient.FormError):
            ask.accept({"p": large})
    assert ask.is_open and ask.rehearsed is None
    ask.accept(Json('{"p":1.10}'))
    assert ask.rehearsed == '{"result":{"action":"accept","content":{"p":1.10}}}'


@pytest.mark.parametrize("revision", REVISIONS)
def test_none_is_written_nowhere(revision: str) -> None:
    ask = form(revision, a={"type": "string"})
    ask.decline(None)
    assert ask.rehearsed == '{"result":{"action":"decline"}}'
    ask = form(revision, a={"type": "string"})
    ask.cancel()
    assert ask.rehearsed == '{"result":{"action":"cancel"}}'
    ask = form(revision, a={"type": "string"})
    ask.accept({"a": "x"})
    assert ask.rehearsed == '{"result":{"action":"accept","content":{"a":"x"}}}'
    ask = form(revision, a={"type": "string"})
    ask.accept(None)
    assert ask.rehearsed == '{"result":{"action":"accept","content":{}}}'

    params = {"messages": [], "maxTokens": 1}
    sample = mcpclient.rehearse("sampling/createMessage", params, revision=revision)
    assert isinstance(sample, SampleRequest)
    sample.answer_text("m", "t", None)
    assert sample.rehearsed is not None and "null" not in sample.rehearsed
    roots = mcpclient.rehearse("roots/list", {}, revision=revision)
    assert isinstance(roots, RootsRequest)
    roots.answer([mcpclient.Root("file:///srv", None)])
    assert roots.rehearsed == '{"result":{"roots":[{"uri":"file:///srv"}]}}'


@pytest.mark.parametrize("word", ["reject", "Accept", "ACCEPT", "dismiss", "ok", "", 7, ["accept"]])
async def test_there_are_three_answers_and_no_words_for_them(
    serving: Stdio, complaints: Any, word: Any
) -> None:
    seen = complaints()
    with pytest.raises(TypeError):
        Answer(word)  # type: ignore[call-arg]
    ask = form("2025-11-25", a={"type": "string"})
    assert not hasattr(ask, "answer_json")
    with pytest.raises(AttributeError):
        ask.cancel().action = word  # type: ignore[misc]

    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> Any:
            return word

    async with mcpclient.connect(serving, host=Host()) as client:
        told = json.loads((await client.call_tool("form")).text)
        assert told == {"error": {"code": -32603, "message": "the host failed"}}
    assert [type(context["exception"]) for context in seen] == [TypeError]


async def test_nobody_says_no_in_the_name_of_a_person(serving: Stdio, complaints: Any) -> None:
    seen = complaints()
    failed = {"error": {"code": -32603, "message": "the host failed"}}

    async def told(host: mcpclient.Host | None) -> Any:
        async with mcpclient.connect(serving, host=host) as client:
            return json.loads((await client.call_tool("form")).text)

    class Throws(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            raise RuntimeError(f"no display in {__file__}")

    class Garbage(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Any:
            return {"action": "decline"}

    class WrongContent(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            return ask.accept({"name": ["no", "text"]})

    class Window(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> None:
            """It was closed."""

    assert (await told(None))["error"]["code"] == -32601
    for host in (Throws(), Garbage(), WrongContent()):
        assert await told(host) == failed
    assert await told(Window()) == {"action": "cancel"}
    kinds = [type(context["exception"]) for context in seen]
    assert kinds == [RuntimeError, TypeError, mcpclient.FormError]


async def test_numbers_keep_their_digits(puppet: str) -> None:
    # The same transcript that every agent plays, here with what Python makes of its numbers.
    script = Path(os.environ["SCRIPTS"], "cases/tools/numbers-and-members.mcpt")
    async with mcpclient.connect(Stdio(puppet, str(script)), revisions=["2025-06-18"]) as client:
        given = {"id": 2**53 + 1, "z": 1.0, "b": 1, "a": None, "c": [], "t": "\u2028 "}
        result = await client.call_tool("t", given)
        numbers = result.structured
        assert numbers["id"] == 2**53 + 1 and numbers["neg"] == -(2**63)
        assert numbers["u"] == 2**64 - 1 and numbers["big"] == 123456789012345678901234567890
        assert all(type(numbers[name]) is int for name in ("id", "neg", "u", "big"))
        assert all(type(numbers[name]) is float for name in ("d", "z", "e", "nz"))
        assert repr([numbers["d"], numbers["z"], numbers["nz"]]) == "[0.1, 1.0, -0.0]"
        # The text is there for whatever a float could not hold.
        assert '"e":1E2,"nz":-0.0,"big":123456789012345678901234567890' in result.json
        # None is an empty object on the wire: some servers refuse a missing one, and others null.
        assert (await client.call_tool("t", None)).structured == {"k": 1}


async def test_arguments_go_out_as_they_were_given(serving: Stdio) -> None:
    deep: Any = 0
    for _ in range(100):
        deep = {"a": deep}
    async with mcpclient.connect(serving) as client:
        for given in (
            {"b": 1, "a": None, "c": [], "10": {}, "9": 0},
            {"z": 1.0, "id": 2**53 + 1, "nz": -0.0, "u": 2**64 - 1, "big": 10**30},
            {"t": ["\u2028 ", " "]},
            {},
            deep,
        ):
            text = json.dumps(given, ensure_ascii=False, separators=(",", ":"))
            assert (await client.call_tool("echo", given)).text == text
        for wrong in ([], [1], (1, 2), "text", 7, Json("[1]"), Json("null"), Json("7")):
            with pytest.raises(mcpclient.BadJsonError):
                client.call_tool("echo", wrong)  # type: ignore[arg-type]
