"""Inputs: what hosts are asked, and what becomes of their answers."""

from __future__ import annotations

import asyncio
import gc
import json
import threading
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, FormRequest, RootsRequest, SampleRequest, Stdio, UrlRequest

FORM = {
    "message": "Where to?",
    "requestedSchema": {
        "type": "object",
        "properties": {
            "city": {"type": "string", "title": "City", "minLength": 2},
            "seats": {"type": "integer", "minimum": 1, "default": 9007199254740993},
            "class": {"type": "string", "enum": ["eco", "first"], "enumNames": ["Economy", "First"]},
            "extras": {
                "type": "array",
                "items": {"type": "string", "enum": ["meal", "bag"]},
                "maxItems": 1,
            },
        },
        "required": ["city"],
    },
}


# proves: ELI-24, ELI-27, ELI-28, ELI-30, ELI-34, ELI-48
async def test_a_form_is_filled_in_field_by_field(serving: Stdio) -> None:
    seen: list[FormRequest] = []

    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            seen.append(ask)
            assert ask.server == "travel" and ask.message == "Where to?"
            assert ask.client is client and [call.id for call in ask.calls] == [1]
            assert ask.is_open and ask.method == "elicitation/create" and ask.rehearsed is None
            assert ask.params.value["message"] == ask.message_raw
            form = ask.form
            assert [field.name for field in form] == ["city", "class", "extras", "seats"]
            assert len(form) == 4 and form["seats"].index == 3 and form[-1].name == "seats"
            city, klass, extras, seats = form
            assert city.title == "City" and city.required and city.min_length == 2
            assert city.kind == "text" and not city.touched and city.value is None
            problem = city.type("B")
            assert problem is not None and problem.code == "minLength"
            assert problem.params == {"minLength": "2"} and problem.index == 0
            assert str(problem) == "city: needs at least 2 characters" and problem.name == "city"
            await asyncio.sleep(0)
            assert city.type("Bergen") is None
            assert seats.value == 2**53 + 1 == seats.default and seats.minimum == 1
            assert seats.json == "9007199254740993"
            assert [choice.label for choice in klass.choices] == ["Economy", "First"]
            assert klass.select(1) is None and klass.value == "first"
            assert klass.selected == [False, True]
            extras.select(0)
            too_many = extras.select(1)
            assert too_many is not None and too_many.code == "maxItems"
            assert [fault.name for fault in form.check()] == ["extras"]
            with pytest.raises(mcpclient.FormError) as caught:
                form.accept()
            assert [fault.code for fault in caught.value.fields] == ["maxItems"]
            assert ask.is_open
            assert extras.clear() is None and extras.json is None
            sends = '{"city":"Bergen","class":"first","seats":9007199254740993}'
            assert form.preview() == sends
            with pytest.raises(mcpclient.InvalidArgError):
                klass.select(2)
            with pytest.raises(IndexError):
                form[4]
            with pytest.raises(KeyError):
                form["nothing"]
            return form.accept()

    async with mcpclient.connect(serving, host=Host(), label="travel") as client:
        assert client.server is not None
        result = await client.call_tool("form", {"params": FORM})
        assert json.loads(result.text) == {
            "action": "accept",
            "content": {"city": "Bergen", "seats": 2**53 + 1, "class": "first"},
        }
    with pytest.raises(mcpclient.GoneError):
        seen[0].accept()
    assert not seen[0].is_open


# proves: ELI-31, ELI-32
@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda ask: ask.decline("no"), {"action": "decline"}),
        (lambda ask: ask.cancel(), {"action": "cancel"}),
        (lambda ask: ask.fail(-32001, "later"), {"error": {"code": -32001, "message": "later"}}),
        (lambda ask: ask.accept({"city": "Ås"}), {"action": "accept", "content": {"city": "Ås"}}),
        (lambda ask: None, {"action": "cancel"}),
    ],
)
async def test_plain_methods_answer_at_once(serving: Stdio, answer: Any, told: Any) -> None:
    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> Answer | None:
            return answer(ask)

    async with mcpclient.connect(serving, host=Host()) as client:
        result = await client.call_tool("form", {"params": FORM})
        assert json.loads(result.text) == told


# proves: ELI-35, ELI-50, URL-10
async def test_a_url_comes_with_its_facts(serving: Stdio) -> None:
    visited: list[int] = []
    over = asyncio.Event()
    url = "http://xn--bcher-kva.example.co.uk:8080/visit?who=%C3%A4"

    class Host(mcpclient.Host):
        def elicit_url(self, ask: UrlRequest) -> Answer:
            visited.append(ask.id)
            assert ask.url_raw == "https://xn--bcher-kva.example.co.uk:8080/visit?who=%C3%A4"
            assert ask.canonical == ask.url_raw == ask.url
            assert ask.host == "bücher.example.co.uk"
            assert ask.host_raw == "xn--bcher-kva.example.co.uk"
            assert ask.domain == "example.co.uk" and ask.elicitation_id == "visit-1"
            assert ask.url_hazards == ["punycode", "odd-port"]
            assert ask.message == "Please visit" == ask.message_raw
            return ask.accept()

        def visited(self, client: mcpclient.Client, id: int) -> None:
            visited.append(id)
            over.set()

    async with mcpclient.connect(serving, host=Host()) as client:
        result = await client.call_tool("url", {"url": url.replace("http:", "https:")})
        assert json.loads(result.text) == {"action": "accept"}
        await over.wait()
    assert len(visited) == 2 and visited[0] == visited[1]


# proves: SAM-04, SAM-09, SAM-20
async def test_a_sample_is_read_and_answered(serving: Stdio) -> None:
    params = {
        "messages": [
            {"role": "user", "content": {"type": "text", "text": "red\x1b[31m?"}},
            {"role": "assistant", "content": [{"type": "tool_use", "id": "u", "name": "t", "input": {}}]},
            {"role": "user", "content": [{"type": "tool_result", "toolUseId": "u", "content": []}]},
            {"role": "user", "content": {"type": "image", "data": "AAEC", "mimeType": "image/png"}},
        ],
        "modelPreferences": {"hints": [{"name": "small"}], "costPriority": 0.5},
        "systemPrompt": "Be brief",
        "maxTokens": 10,
        "temperature": 0.25,
        "stopSequences": ["."],
        "tools": [{"name": "t", "inputSchema": {"type": "object"}}],
        "toolChoice": {"mode": "auto"},
        "metadata": {"a": 1},
    }

    class Host(mcpclient.Host):
        sample_tools = True

        async def sample(self, ask: SampleRequest) -> Answer:
            messages = ask.messages
            assert [message.role for message in messages] == ["user", "assistant", "user", "user"]
            assert [message.is_list for message in messages] == [False, True, True, False]
            [text], [use], [outcome], [image] = [message.blocks for message in messages]
            assert text.kind == "text" and text.text_raw == "red\x1b[31m?" and text.text == "red␛[31m?"
            assert (use.kind, use.tool_use_id, use.tool_name, use.tool_input) == ("tool_use", "u", "t", {})
            assert (outcome.kind, outcome.tool_use_id, outcome.is_error) == ("tool_result", "u", False)
            assert (image.data, image.mime_type, image.text) == ("AAEC", "image/png", None)
            assert json.loads(image.json)["type"] == "image"
            assert messages[0].json.value["content"]["type"] == "text"
            assert ask.system_prompt == "Be brief" == ask.system_prompt_raw
            assert ask.max_tokens == 10 and ask.temperature == 0.25 and ask.stop_sequences == ["."]
            assert ask.hints == ["small"] and ask.cost_priority == 0.5 and ask.speed_priority is None
            assert ask.intelligence_priority is None and ask.include_context == "none"
            assert ask.tool_choice == "auto" and ask.tools[0].value["name"] == "t"
            assert ask.metadata == '{"a":1}'
            with pytest.raises(mcpclient.SampleError):
                ask.answer_json({"role": "user"})
            assert ask.is_open
            return ask.answer_text("small-1", "blue", "endTurn")

    async with mcpclient.connect(serving, host=Host()) as client:
        result = await client.call_tool("sample", {"params": params})
        assert json.loads(result.text) == {
            "role": "assistant",
            "content": {"type": "text", "text": "blue"},
            "model": "small-1",
            "stopReason": "endTurn",
        }


# proves: ROO-02, ROO-06
async def test_roots_by_list_and_by_asking(serving: Stdio, tmp_path: Any) -> None:
    folder = tmp_path / "é e\u0301 👩‍👩‍👦 100%"
    roots = [folder, mcpclient.Root("file:///srv/data", "data")]
    async with mcpclient.connect(serving, roots=roots) as client:
        told = json.loads((await client.call_tool("roots")).text)
        assert told["roots"][1] == {"uri": "file:///srv/data", "name": "data"}
        assert mcpclient.uri_to_path(told["roots"][0]["uri"]) == str(folder)
        client.set_roots([])
        assert client.roots == []
        assert json.loads((await client.call_tool("roots")).text) == {"roots": []}
        with pytest.raises(mcpclient.RootError):
            client.set_roots(["relative"])

    class Host(mcpclient.Host):
        def list_roots(self, ask: RootsRequest) -> Answer:
            with pytest.raises(mcpclient.RootError):
                ask.answer_json({"roots": [{"uri": "https://example.com"}]})
            return ask.answer([mcpclient.Root.from_path("/tmp", "scratch")])

    async with mcpclient.connect(serving, host=Host()) as client:
        told = json.loads((await client.call_tool("roots")).text)
        assert told == {"roots": [{"uri": "file:///tmp", "name": "scratch"}]}


# proves: ARC-02, VER-15
async def test_what_is_not_defined_is_not_declared(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        for tool in ("form", "url", "sample", "roots"):
            assert "error" in json.loads((await client.call_tool(tool)).text)


async def test_answers_come_late_and_from_other_threads(serving: Stdio) -> None:
    kept: list[FormRequest] = []
    arrived = asyncio.Event()

    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> None:
            kept.append(ask)
            arrived.set()

    async with mcpclient.connect(serving, host=Host()) as client:
        call = client.call_tool("form", {"params": FORM})
        await arrived.wait()
        ask = kept.pop()
        outcomes: list[object] = []

        def answer() -> None:
            try:
                outcomes.append(ask.accept({"city": "Oslo"}).action)
            except mcpclient.GoneError as error:
                outcomes.append(type(error))

        threads = [threading.Thread(target=answer) for _ in range(8)]
        for thread in threads:
            thread.start()
        result = await call
        for thread in threads:
            thread.join()
        # The first one counts; the others are told.
        assert sorted(map(str, outcomes)) == sorted(
            ["accept"] + [str(mcpclient.GoneError)] * 7
        )
        assert json.loads(result.text)["content"] == {"city": "Oslo"}
        for late in (ask.decline, ask.cancel, ask.accept, ask.abort_call):
            with pytest.raises(mcpclient.GoneError):
                late()


# proves: CAN-06
async def test_what_a_server_takes_back_cancels_the_coroutine(serving: Stdio) -> None:
    told: list[object] = []
    gone = asyncio.Event()

    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            told.append(ask.id)
            try:
                await asyncio.Event().wait()
            except asyncio.CancelledError:
                told.append("cancelled")
                gone.set()
                raise
            raise AssertionError

        def input_closed(self, client: mcpclient.Client, id: int, why: str) -> None:
            told.append((id, why))

    async with mcpclient.connect(serving, host=Host()) as client:
        await client.call_tool("late-cancel")
        # Taken back at once, perhaps before the coroutine's first step: then it never runs.
        await client.ping()
        if told and not isinstance(told[0], tuple):
            await gone.wait()
    closed = [entry for entry in told if isinstance(entry, tuple)]
    assert len(closed) == 1 and closed[0][1] == "server"


async def test_a_call_that_ends_withdraws_its_inputs(serving: Stdio) -> None:
    asked, cancelled = asyncio.Event(), asyncio.Event()

    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            asked.set()
            try:
                await asyncio.sleep(3600)
            finally:
                cancelled.set()
            return ask.decline()

    async with mcpclient.connect(serving, host=Host()) as client:
        call = client.call_tool("form")
        await asked.wait()
        # The other side of the same: closing takes every dialog away.
        client.close()
        with pytest.raises(mcpclient.ClosedError):
            await call
        await cancelled.wait()


async def test_an_operation_is_stopped_from_its_dialog(serving: Stdio) -> None:
    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            return ask.abort_call("the user left")

    async with mcpclient.connect(serving, host=Host()) as client:
        with pytest.raises(mcpclient.CancelledError):
            await client.call_tool("form")
        assert (await client.ping()).value == {}


# What a bug of the host's costs.


async def test_exceptions_in_callbacks_cost_those_alone(serving: Stdio, complaints: Any) -> None:
    seen = complaints()

    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            await asyncio.sleep(0)
            raise ZeroDivisionError("in a coroutine")

        def sample(self, ask: SampleRequest) -> Answer:
            raise KeyError("in a plain method")

        def list_roots(self, ask: RootsRequest) -> Any:
            return {"roots": []}

        def progress(self, call: mcpclient.Call[Any], params: mcpclient.Json) -> None:
            raise ValueError("in a notice")

        async def state(self, client: mcpclient.Client, state: str, error: Exception | None) -> None:
            raise OSError("in a coroutine for a notice")

    reports = 0
    async with mcpclient.connect(serving, host=Host()) as client:
        failed = {"error": {"code": -32603, "message": "the host failed"}}
        for tool in ("form", "sample", "roots"):
            assert json.loads((await client.call_tool(tool)).text) == failed

        def progress(params: mcpclient.Json) -> None:
            nonlocal reports
            reports += 1
            if params.value["progress"] == 3:
                slow.cancel()

        slow = client.call_tool("slow", progress=progress)
        with pytest.raises(mcpclient.CancelledError):
            await slow
        assert reports == 3
        assert (await client.ping()).value == {}
    kinds = [type(context["exception"]).__name__ for context in seen]
    assert kinds.count("OSError") == 2 and kinds.count("ValueError") == 3
    assert kinds.count("ZeroDivisionError") == kinds.count("KeyError") == 1
    [wrong] = [context["exception"] for context in seen if isinstance(context["exception"], TypeError)]
    assert "list_roots returned dict" in str(wrong)


async def test_inputs_that_are_let_go_turn_the_server_away(serving: Stdio) -> None:
    kept: list[Any] = []
    arrived = asyncio.Event()

    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> None:
            # A part of it keeps it open.
            kept.append(ask.form["name"])
            arrived.set()

    async with mcpclient.connect(serving, host=Host()) as client:
        call = client.call_tool("form")
        await arrived.wait()
        gc.collect()
        assert kept[0].type("still open") is None
        assert not call.done
        kept.clear()
        gc.collect()
        assert json.loads((await call).text) == {"action": "cancel"}


async def test_inputs_outlive_their_client(serving: Stdio) -> None:
    kept: list[FormRequest] = []
    arrived = asyncio.Event()

    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> None:
            kept.append(ask)
            arrived.set()

    async with mcpclient.connect(serving, host=Host()) as client:
        call = client.call_tool("form")
        await arrived.wait()
    with pytest.raises(mcpclient.ClosedError):
        await call
    [ask] = kept
    assert not ask.is_open and ask.client is client
    assert ask.form["name"].type("Ada") is None and ask.message == "Please fill in"
    with pytest.raises(mcpclient.GoneError):
        ask.form.accept()
    with pytest.raises(mcpclient.GoneError):
        ask.decline()


async def test_a_client_that_is_let_go_is_closed(playing: Any) -> None:
    script = """
        session handshake lane ready revision=2025-11-25
        wire< {"id":7,"method":"elicitation/create","params":{"message":"?","requestedSchema":{"type":"object","properties":{}}}}
        wire> {"id":7,"result":{"action":"cancel"}}
    """
    kept: list[FormRequest] = []
    arrived = asyncio.Event()

    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> None:
            kept.append(ask)
            arrived.set()

    client = await mcpclient.connect(playing(script), host=Host(), revisions=["2025-11-25"])
    await arrived.wait()
    with pytest.warns(ResourceWarning, match="was not closed"):
        del client
        gc.collect()
    [ask] = kept
    assert ask.client is None and not ask.is_open
    with pytest.raises(mcpclient.GoneError):
        ask.accept()


async def test_a_batch_job_runs_without_dialogs(serving: Stdio) -> None:
    class Host(mcpclient.Host):
        def elicit_form(self, ask: FormRequest) -> Answer:
            return ask.decline()

    async with mcpclient.connect(serving, host=Host()) as client:
        # Agreed on once here, so it has no effect; the option itself is good.
        result = await client.call_tool("form", withhold=["elicit_form"], meta={"a": 1})
        assert json.loads(result.text) == {"action": "decline"}


def test_dialogs_are_rehearsed_without_a_server() -> None:
    ask = mcpclient.rehearse("elicitation/create", FORM, revision="2025-11-25")
    assert isinstance(ask, FormRequest) and ask.server == "" and ask.client is None
    assert ask.calls == () and ask.is_open and ask.rehearsed is None
    assert ask.form["city"].type("Ås") is None
    assert ask.accept().action == "accept"
    assert ask.rehearsed is not None
    assert ask.rehearsed.value["result"]["content"]["city"] == "Ås"
    assert not ask.is_open
    with pytest.raises(mcpclient.GoneError):
        ask.accept()
    with pytest.raises(mcpclient.RefusedError):
        mcpclient.rehearse("elicitation/create", {"message": "?"}, revision="2025-11-25")
    with pytest.raises(mcpclient.UnsupportedError):
        mcpclient.rehearse("roots/list", {}, revision="1999-01-01")
    odd = {"message": "Password?", "requestedSchema": {
        "type": "object", "properties": {"a": {"enum": ["x"]}}}}
    ask = mcpclient.rehearse("elicitation/create", odd, revision="2025-11-25")
    assert isinstance(ask, FormRequest)
    assert [(odd.code, odd.property) for odd in ask.form.objections] == [("typeMissing", "a")]
    assert ask.form.objections[0].text in str(ask.form.objections[0])
    assert [(hazard.kind, hazard.field) for hazard in ask.hazards] == [("secret", None)]


# proves: URL-06
def test_a_url_is_compared_with_the_servers_own_host() -> None:
    asked = {"mode": "url", "message": "?", "elicitationId": "e", "url": "https://examp1e.com/"}

    def hazards(own: str | None) -> list[str]:
        ask = mcpclient.rehearse(
            "elicitation/create", asked, revision="2025-11-25", server_host=own
        )
        assert isinstance(ask, UrlRequest)
        return list(ask.url_hazards)

    assert hazards("mcp.example.com") == ["look-alike"]
    assert hazards("mcp.elsewhere.org") == hazards(None) == []
