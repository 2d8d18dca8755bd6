"""Calls, their results and their ends."""

from __future__ import annotations

import asyncio
import json

import mcpclient
import pytest
from mcpclient import Json, Stdio


# proves: CMP-06
async def test_suggestions_are_asked_for_at_a_rate(serving: Stdio) -> None:
    async with mcpclient.connect(serving, rates={"complete": 1}) as client:
        assert (await client.complete_prompt("trip", "city", "Be")).values == ["Bergen", "Berlin"]
        with pytest.raises(mcpclient.BusyError):
            await client.complete_prompt("trip", "city", "Be")


# proves: TOL-02, PAG-02, ARC-02
async def test_everything_that_a_client_may_ask(serving: Stdio) -> None:
    async with mcpclient.connect(serving, name="pytest", version="1") as client:
        assert client.state == "ready"
        assert client.revision == "2025-11-25"
        assert client.server is not None
        assert client.server.name == "puppet"
        assert "tools" in client.server.capabilities
        assert json.loads(client.server.json)["protocolVersion"] == client.revision
        assert client.label == "mcpclient-puppet"

        tools = await client.list_tools()
        assert len(tools) == 16 and tools.names[0] == "echo" and tools.set_aside == ()
        resources = await client.list_resources()
        assert [item["uri"] for item in resources] == ["puppet:///text", "puppet:///bytes"]
        assert (await client.list_resource_templates()).names == ["city"]
        assert (await client.list_prompts()).names == ["plain", "trip"]

        assert (await client.read_resource("puppet:///text")).text == "Grüße, 世界"
        prompt = await client.get_prompt("trip", {"city": "Bergen"})
        assert prompt.messages[0]["content"]["text"] == "A trip to Bergen on any day"
        assert prompt.description == "for tests"
        cities = await client.complete_prompt("trip", "city", "Be")
        assert cities.values == ["Bergen", "Berlin"] and not cities.has_more
        cities = await client.complete_resource("puppet:///city/{name}", "name", "Bi", {"day": "1"})
        assert cities.values == ["Bilbao"]
        assert (await client.ping()).value == {}
        assert (await client.set_log_level("warning")).value == {}
        raw = await client.request("tools/call", {"name": "echo", "arguments": {"text": "raw"}})
        assert raw["content"][0]["text"] == "raw" and "content" in raw and raw.get("no") is None
        added = await client.call_tool("add", {"a": 1, "b": 2})
        assert added.structured == {"sum": 3} and added.text == "3" and not added.is_error


async def test_a_tool_that_fails_is_no_failed_call(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        result = await client.call_tool("fail", {"text": "no seats"})
        assert result.is_error and result.text == "no seats"
        with pytest.raises(mcpclient.ServerError) as caught:
            await client.call_tool("error", {"code": -7, "message": "out of order"})
        failure = caught.value.server
        assert failure is not None
        assert (failure.code, failure.message, failure.data) == (-7, "out of order", None)
        # Nobody's words are in the text.
        assert "order" not in str(caught.value)


# proves: RPC-01
async def test_text_and_numbers_pass_unchanged(serving: Stdio) -> None:
    words = ["é", "e\u0301", "👩‍👩‍👦", "\u202e", "\0", "", "ÿ\U0010ffff"]
    numbers = [2**53 + 1, -(2**63), 2**64, 10**40, 0.1, 1e300]
    async with mcpclient.connect(serving) as client:
        for word in words:
            assert (await client.call_tool("echo", {"text": word})).text == word
        result = await client.call_tool("echo", {"numbers": numbers})
        assert json.loads(result.text) == {"numbers": numbers}
        assert f'{2**53 + 1},' in result.text
        verbatim = Json('{"b":1.50,"a":-0.0,"c":9007199254740993}')
        assert (await client.call_tool("echo", verbatim)).text == verbatim


async def test_what_is_no_json_is_refused_at_once(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        circle: dict[str, object] = {}
        circle["circle"] = circle
        for wrong in ({"n": float("nan")}, {"o": object()}, circle, Json("{"), Json("[]")):
            with pytest.raises(mcpclient.BadJsonError):
                client.call_tool("echo", wrong)
        with pytest.raises(mcpclient.BadJsonError):
            client.call_tool("echo", {"text": "\ud800"})
        with pytest.raises(mcpclient.BadJsonError):
            client.call_tool("\ud800")
        with pytest.raises(mcpclient.InvalidArgError):
            client.call_tool("echo", timeout=-1)
        with pytest.raises(mcpclient.InvalidArgError):
            client.call_tool("echo", withhold=["nothing"])
        with pytest.raises(mcpclient.InvalidArgError):
            client.request("initialize")


# proves: PRG-01, PRG-03
async def test_progress_reaches_the_call_and_the_host(serving: Stdio) -> None:
    told: list[tuple[str, int]] = []

    class Host(mcpclient.Host):
        def progress(self, call: mcpclient.Call[mcpclient.ToolResult], params: Json) -> None:
            assert call is slow
            told.append(("host", params.value["progress"]))

    async with mcpclient.connect(serving, host=Host()) as client:

        def progress(params: Json) -> None:
            told.append(("call", params.value["progress"]))
            if params.value["progress"] == 2:
                slow.cancel("enough")

        slow = client.call_tool("slow", {"count": 2}, progress=progress)
        with pytest.raises(mcpclient.CancelledError):
            await slow
        assert told == [("host", 1), ("call", 1), ("host", 2), ("call", 2)]
        assert slow.done
        with pytest.raises(mcpclient.GoneError):
            slow.cancel()


# proves: CAN-01, CAN-03
async def test_cancelling_a_task_cancels_its_call(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        begun = asyncio.Event()
        slow = client.call_tool("slow", progress=lambda _: begun.set())
        task = asyncio.create_task(slow)
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        with pytest.raises(mcpclient.GoneError):
            slow.cancel()
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(client.call_tool("slow"), 0.01)
        # The connection has not suffered.
        assert (await client.call_tool("echo", {"text": "still here"})).text == "still here"


# proves: CAN-01
async def test_the_server_is_told_of_a_cancelled_task(playing, tmp_path) -> None:
    script = """
        session handshake lane ready revision=2025-11-25
        wire> {"id":$c,"method":"tools/call","params":{"name":"slow",*}}
        wire> {"method":"notifications/cancelled","params":{"requestId":$c,*}}
        wire> {"id":$d,"method":"ping"}
        wire< {"id":$d,"result":{}}
    """
    async with mcpclient.connect(playing(script), revisions=["2025-11-25"]) as client:
        task = asyncio.ensure_future(client.call_tool("slow"))
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await client.ping()
    assert '"verdict":"played"' in (tmp_path / "record.jsonl").read_text()


async def test_calls_go_into_tasks_groups_and_gatherings(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        calls = [client.call_tool("add", {"a": number, "b": 1}) for number in range(200)]
        results = await asyncio.gather(*calls)
        assert [result.structured["sum"] for result in results] == list(range(1, 201))
        # A result may be awaited again.
        assert (await calls[3]) is results[3]
        task = asyncio.create_task(client.ping())
        await asyncio.wait([task])
        assert task.result().value == {}


# proves: TMO-01
async def test_a_silent_server_times_out(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        with pytest.raises(mcpclient.TimeoutError) as caught:
            await client.call_tool("slow", timeout=0.05)
        assert isinstance(caught.value, TimeoutError)
        with pytest.raises(mcpclient.TimeoutError):
            await client.call_tool("slow", {"count": 1}, total=0.05, progress=True)
        assert (await client.ping()).value == {}


async def test_large_results_arrive_whole(serving: Stdio) -> None:
    async with mcpclient.connect(serving) as client:
        result = await client.call_tool("big", {"bytes": 4 << 20})
        assert len(result.text) == 4 << 20
    limits: mcpclient.Limits = {"message_bytes": 100_000}
    async with mcpclient.connect(serving, limits=limits) as client:
        with pytest.raises(mcpclient.TooLargeError):
            await client.call_tool("big")
        assert (await client.ping()).value == {}


async def test_notifications_in_order(serving: Stdio) -> None:
    told: list[object] = []

    class Host(mcpclient.Host):
        def log(self, client: mcpclient.Client, params: Json) -> None:
            told.append(params.value["data"]["number"])

        async def notification(
            self, client: mcpclient.Client, method: str, params: Json | None
        ) -> None:
            await asyncio.sleep(0)
            told.append((method, None if params is None else params.value))

    async with mcpclient.connect(serving, host=Host()) as client:
        await client.call_tool("log", {"count": 5})
        assert told == [1, 2, 3, 4, 5]
        await client.subscribe("puppet:///text")
        assert (await client.call_tool("touch")).text == "true"
        await client.unsubscribe("puppet:///text")
        assert (await client.call_tool("touch")).text == "false"
        await client.call_tool("change", {"list": "prompts"})
        client.notify("notifications/nothing", {"to": "say"})
        client.watch(tools=True, uris=["puppet:///bytes"])
        await client.ping()
    assert told[5:] == [
        ("notifications/resources/updated", {"uri": "puppet:///text"}),
        ("notifications/prompts/list_changed", {}),
    ]


async def test_an_exotic_result_costs_nobody_but_its_reader(playing) -> None:
    digits = "9" * 5000
    script = f"""
        session handshake lane ready revision=2025-11-25
        wire> {{"id":$c,"method":"tools/call",*}}
        wire< {{"method":"notifications/message","params":{{"level":"info","data":{digits}}}}}
        wire< {{"id":$c,"result":{{"content":[{{"type":"text"}},7],"n":{digits}}}}}
    """
    logged: list[Json] = []

    class Host(mcpclient.Host):
        def log(self, client: mcpclient.Client, params: Json) -> None:
            logged.append(params)

    async with mcpclient.connect(playing(script), host=Host(), revisions=["2025-11-25"]) as client:
        result = await client.call_tool("any")
        assert digits in result.json and digits in logged[0]
        with pytest.raises(ValueError):
            _ = result.value
