"""The stateless era: the same host, rounds of questions, kept results, changes, tasks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, FormRequest, Json, SampleRequest, Stdio

Playing = Callable[[str], Stdio]

OPENING = """
    session stateless lane revision=2026-07-28
    wire> {"id":$d,"method":"server/discover",*}
    wire< {"id":$d,"result":{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true},"resources":{"subscribe":true}}}}
"""


# proves: MRT-07, MRT-15, CAC-01, CAC-06, SUB-04, SUB-06, MET-04, LOG-04, VER-21
async def test_rounds_kept_results_and_changes(playing: Playing, tmp_path: Path) -> None:
    script = OPENING + """
        wire> {"id":$a,"method":"tools/call","params":{"name":"book","arguments":{},"_meta":{"mine":1,"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","baggage":"a=1","io.modelcontextprotocol/logLevel":"debug",*}}}
        wire< {"id":$a,"result":{"resultType":"input_required","requestState":"s1","inputRequests":{"f":{"method":"elicitation/create","params":{"message":"Where to?","requestedSchema":{"type":"object","properties":{"city":{"type":"string"}}}}}}}}
        wire> {"id":$b,"method":"tools/call","params":{"name":"book","arguments":{},"inputResponses":{"f":{"action":"accept","content":{"city":"Bergen"}}},"requestState":"s1","_meta":{*}}}
        wire< {"id":$b,"result":{"content":[{"type":"text","text":"booked"}]}}
        wire> {"id":$c,*,"method":"resources/read"}
        wire< {"id":$c,"result":{"contents":[{"uri":"file:///a","text":"one"}],"ttlMs":3600000,"cacheScope":"public"}}
        wire> {"id":$e,*,"method":"resources/read"}
        wire< {"id":$e,"result":{"contents":[{"uri":"file:///a","text":"two"}],"ttlMs":0}}
        wire> {"id":$l,"method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true,"resourceSubscriptions":["file:///a"]},*}}
        wire< {"method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":$l}}}
    """
    granted: list[dict[str, Any]] = []
    heard = asyncio.Event()

    class Host(mcpclient.Host):
        async def elicit_form(self, ask: FormRequest) -> Answer:
            assert ask.round == 1 and not ask.refusal_ends_call
            assert ask.calls == (call,)
            ask.form["city"].type("Bergen")
            return ask.form.accept()

        def watching(self, client: mcpclient.Client, filter: Json) -> None:
            granted.append(filter.value)
            heard.set()

    async with mcpclient.connect(playing(script), host=Host(), era="modern") as client:
        assert client.server is not None and client.server.era == "modern"
        assert client.revision == "2026-07-28"
        call = client.call_tool(
            "book",
            meta={"mine": 1},
            traceparent="00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
            baggage="a=1",
            log_level="debug",
        )
        assert (await call).text == "booked"
        first = await client.read_resource("file:///a")
        assert first.text == "one" and first.age is None
        kept = await client.read_resource("file:///a")
        assert kept.text == "one" and kept.age is not None and kept.age >= 0
        assert (await client.read_resource("file:///a", fresh=True)).text == "two"
        client.watch(tools=True, uris=["file:///a"])
        await heard.wait()
        assert granted[0]["toolsListChanged"] is True
        with pytest.raises(mcpclient.InvalidArgError):
            client.call_tool("book", traceparent="nonsense")
    assert '"verdict":"played"' in (tmp_path / "record.jsonl").read_text()


# proves: MRT-15, SAM-28
async def test_a_refusal_without_a_channel_ends_the_call(playing: Playing) -> None:
    script = OPENING + """
        wire> {"id":$a,*,"method":"tools/call"}
        wire< {"id":$a,"result":{"resultType":"input_required","inputRequests":{"s":{"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}}}}
    """

    class Host(mcpclient.Host):
        def sample(self, ask: SampleRequest) -> Answer:
            assert ask.refusal_ends_call
            return ask.decline()

    async with mcpclient.connect(playing(script), host=Host(), era="modern") as client:
        with pytest.raises(mcpclient.RefusedError):
            await client.call_tool("any")


async def test_an_era_that_is_none(serving: Stdio) -> None:
    with pytest.raises(mcpclient.InvalidArgError):
        await mcpclient.connect(serving, era="other")  # type: ignore[arg-type]
    async with mcpclient.connect(serving, era="legacy") as client:
        assert client.server is not None and client.server.era == "legacy"
    async with mcpclient.connect(serving, times={"probe": 30.0}) as client:
        assert client.server is not None and client.server.era == "legacy"
    with pytest.raises(mcpclient.InvalidArgError):
        await mcpclient.connect(serving, known_era="other")


# proves: VER-32, VER-45
@pytest.mark.parametrize(
    ("known", "first"),
    [(None, "server/discover"), ("modern", "server/discover"), ("legacy", "initialize")],
)
async def test_what_is_known_of_a_server(
    puppet: str, tmp_path: Path, known: str | None, first: str
) -> None:
    record = tmp_path / "record.jsonl"
    options: mcpclient.Options = {} if known is None else {"known_era": known}
    async with mcpclient.connect(
        Stdio(puppet, "--serve", "--record", str(record)), **options
    ) as client:
        assert client.server is not None and client.server.era == "legacy"
    lines = map(json.loads, record.read_text().splitlines())
    read = [json.loads(line["read"])["method"] for line in lines if "read" in line]
    assert read[0] == first
