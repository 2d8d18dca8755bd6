"""Servers behind a URL, over the library's own stack and over the host's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, FormRequest, Http, Json, sync
from stacks import Streams, blocking
from web import Web


@pytest.fixture
def web() -> Iterator[Web]:
    with Web() as web:
        yield web


#: The library's stack, and one of the host's.
STACKS = pytest.mark.parametrize("stack", [lambda: None, Streams], ids=["library", "host"])
Stack = Callable[[], Streams | None]


class Ana(mcpclient.Host):
    def __init__(self) -> None:
        self.states: asyncio.Queue[str] = asyncio.Queue()
        self.told: asyncio.Queue[Any] = asyncio.Queue()

    async def elicit_form(self, ask: FormRequest) -> Answer:
        ask.form["city"].type("Bergen")
        return ask.form.accept()

    def state(self, client: mcpclient.Client, state: str, error: Exception | None) -> None:
        self.states.put_nowait(state)

    def notification(self, client: mcpclient.Client, method: str, params: Json | None) -> None:
        self.told.put_nowait(method)


# proves: HTP-01, HTP-02, HTP-06, HTP-13, HTP-22, HTP-26, HTP-28
@STACKS
async def test_a_whole_session(web: Web, stack: Stack) -> None:
    ana = Ana()
    server = Http(web.url, headers={"X-Ours": "1"}, user_agent="ana/1", exchanger=stack())
    async with mcpclient.connect(server, host=ana) as client:
        assert client.label == "127.0.0.1" and client.revision == "2025-11-25"
        assert client.server is not None and client.server.name == "web"
        assert (await client.call_tool("echo", {"text": "Grüße"})).text == "Grüße"
        counted: list[int] = []
        result = await client.call_tool(
            "count", {"to": 3}, progress=lambda params: counted.append(params.value["progress"])
        )
        assert result.text == "done" and counted == [1, 2, 3]
        answer = json.loads((await client.call_tool("ask")).text)
        assert answer == {"action": "accept", "content": {"city": "Bergen"}}
        web.unasked.put({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        assert await ana.told.get() == "notifications/tools/list_changed"
    assert [await ana.states.get() for _ in range(2)] == ["ready", "closed"]
    called = web.requests("tools/call", "GET", "DELETE")
    assert {seen.method for seen in called} == {"POST", "GET", "DELETE"}
    for seen in called:
        assert seen.headers["mcp-session-id"] == "session-1"
        assert seen.headers["mcp-protocol-version"] == "2025-11-25"
    for seen in web.seen:
        assert seen.headers["x-ours"] == "1" and seen.headers["user-agent"] == "ana/1"
        assert "session-1" not in repr(server) and "session-1" not in repr(client)


async def test_a_url_is_enough(web: Web) -> None:
    async with mcpclient.connect(web.url) as client:
        assert (await client.call_tool("echo", {"text": "well"})).text == "well"
    with sync.connect(web.url) as blocking_client:
        assert blocking_client.call_tool("echo", {"text": "well"}).text == "well"


@STACKS
async def test_many_at_once_and_much_of_it(web: Web, stack: Stack) -> None:
    async with mcpclient.connect(Http(web.url, exchanger=stack())) as client:
        texts = [str(number) for number in range(32)]
        results = await asyncio.gather(*(client.call_tool("echo", {"text": text}) for text in texts))
        assert [result.text for result in results] == texts
        assert len((await client.call_tool("big", {"bytes": 4_000_000})).text) == 4_000_000


# proves: HTP-05, HTP-46
@STACKS
async def test_what_is_no_answer_is_told(web: Web, stack: Stack) -> None:
    async with mcpclient.connect(Http(web.url, exchanger=stack())) as client:
        headers = {"Content-Type": "text/html; charset=utf-8", "Retry-After": "7"}
        page = {"status": 503, "headers": headers, "body": "<h1>Back\x1b soon</h1>"}
        with pytest.raises(mcpclient.HttpError) as caught:
            await client.call_tool("status", page)
        fault = caught.value.http
        assert fault is not None and fault.status == 503 and fault.retry_after == 7.0
        assert fault.content_type is not None and fault.content_type.startswith("text/html")
        assert "soon" in fault.excerpt and "\x1b" not in fault.excerpt
        # Nobody's words are in the text.
        assert "soon" not in str(caught.value)
        assert (await client.call_tool("echo", {"text": "on"})).text == "on"


# proves: HTP-11
@STACKS
async def test_a_stream_that_breaks_loses_its_call(web: Web, stack: Stack) -> None:
    async with mcpclient.connect(Http(web.url, exchanger=stack())) as client:
        with pytest.raises(mcpclient.LostError):
            await client.call_tool("hang_up")
        assert (await client.call_tool("echo", {"text": "on"})).text == "on"


@STACKS
async def test_nobody_listens(stack: Stack) -> None:
    with Web() as web:
        url = web.url
    with pytest.raises(mcpclient.NetworkError) as caught:
        await mcpclient.connect(Http(url, exchanger=stack()))
    assert caught.value.code == -24 and isinstance(caught.value, OSError)


async def test_a_server_that_refuses_everything() -> None:
    refusal = (401, {"Content-Type": "text/plain"}, b"who are you?")
    with Web(refusal=refusal) as web:
        with pytest.raises(mcpclient.HttpError) as caught:
            await mcpclient.connect(web.url)
        assert caught.value.http is not None and caught.value.http.status == 401


@STACKS
async def test_a_call_that_is_cancelled_gives_up_its_exchange(web: Web, stack: Stack) -> None:
    ours = stack()
    async with mcpclient.connect(Http(web.url, exchanger=ours)) as client:
        call = asyncio.create_task(wait(client))
        assert await asyncio.to_thread(web.waiting.acquire, timeout=60)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await client.call_tool("echo", {"text": "on"})).text == "on"
        if ours is not None:
            (exchange,) = (each for each in ours.exchanges if b'"wait"' in each.body)
            assert exchange.aborted
            with pytest.raises(mcpclient.GoneError):
                exchange.feed(b"late")
            told: list[int] = []
            exchange.add_abort_callback(lambda: told.append(1))
            assert told == [1]
    assert web.requests("notifications/cancelled")


async def wait(client: mcpclient.Client) -> str:
    return (await client.call_tool("wait")).text


@STACKS
async def test_sleep(web: Web, stack: Stack) -> None:
    ana = Ana()
    async with mcpclient.connect(Http(web.url, exchanger=stack()), host=ana) as client:
        assert await ana.states.get() == "ready"
        assert await asyncio.to_thread(web.opened.acquire, timeout=60)
        client.suspend("fail")
        assert await ana.states.get() == "suspended" and client.state == "suspended"
        with pytest.raises(mcpclient.SuspendedError):
            await client.call_tool("echo", {"text": "now"})
        client.wake()
        assert await ana.states.get() == "ready"
        # Its stream is there again.
        assert await asyncio.to_thread(web.opened.acquire, timeout=60)
        assert (await client.call_tool("echo", {"text": "now"})).text == "now"

        mcpclient.suspend_all()
        assert await ana.states.get() == "suspended"
        call = client.call_tool("echo", {"text": "later"})
        mcpclient.wake_all()
        assert (await call).text == "later" and await ana.states.get() == "ready"
        with pytest.raises(mcpclient.InvalidArgError):
            client.suspend("hibernate")  # type: ignore[arg-type]
    with pytest.raises(mcpclient.ClosedError):
        client.suspend()


async def test_a_stack_that_fails_costs_its_exchange(
    web: Web, complaints: Callable[[], list[dict[str, Any]]]
) -> None:
    seen = complaints()
    streams = Streams()

    async def open(exchange: mcpclient.Exchange) -> None:
        if b'"echo"' in exchange.body:
            raise RuntimeError("out of order")
        if b'"count"' not in exchange.body:
            await streams.open(exchange)

    async with mcpclient.connect(Http(web.url, exchanger=open)) as client:
        with pytest.raises(mcpclient.LostError):
            await client.call_tool("echo", {"text": "x"})
        assert [str(context["exception"]) for context in seen] == ["out of order"]
        # It returns without an end.
        with pytest.raises(mcpclient.LostError):
            await client.call_tool("count", {"to": 1})
        assert len((await client.call_tool("big", {"bytes": 10})).text) == 10
    assert len(seen) == 1


async def test_steps_that_make_no_sense(web: Web) -> None:
    done: list[str] = []
    streams = Streams()

    async def open(exchange: mcpclient.Exchange) -> None:
        if b'"count"' not in exchange.body:
            return await streams.open(exchange)
        for step in (
            lambda: exchange.feed(b"early"),
            lambda: exchange.head(7),
            lambda: exchange.end("late", "no kind"),  # type: ignore[arg-type]
            lambda: exchange.end(),
        ):
            with pytest.raises(mcpclient.InvalidArgError):
                step()
            done.append("refused")
        exchange.head(200, {"Content-Type": "text/plain"})
        exchange.end()
        with pytest.raises(mcpclient.GoneError):
            exchange.end()
        done.append("over")

    async with mcpclient.connect(Http(web.url, exchanger=open)) as client:
        with pytest.raises(mcpclient.HttpError):
            await client.call_tool("count", {"to": 1})
    assert done == ["refused"] * 4 + ["over"]


def test_a_blocking_stack_on_the_blocking_face(web: Web) -> None:
    class Host(sync.Host):
        def elicit_form(self, ask: FormRequest) -> Answer:
            ask.form["city"].type("Oslo")
            return ask.form.accept()

    with sync.connect(Http(web.url, exchanger=blocking), host=Host()) as client:
        assert client.call_tool("echo", {"text": "well"}).text == "well"
        assert json.loads(client.call_tool("ask").text)["content"] == {"city": "Oslo"}
        assert len(client.call_tool("big", {"bytes": 4_000_000}).text) == 4_000_000
        with pytest.raises(mcpclient.LostError):
            client.call_tool("hang_up")
        client.suspend()
        assert client.state == "suspended"
        client.wake()
        assert client.call_tool("echo", {"text": "again"}).text == "again"
    assert web.requests("DELETE")


def test_what_cannot_be_right() -> None:
    for settings in (
        {"old_sse": "always"},
        {"guard": "private"},
        {"grace": -1.0},
        {"connect_timeout": float("nan")},
    ):
        with pytest.raises(mcpclient.InvalidArgError):
            Http("http://localhost/", **settings)  # type: ignore[arg-type]
    for url in ("ftp://localhost/", "http://", "localhost"):
        with pytest.raises(mcpclient.InvalidArgError), sync.start(Http(url)):
            pass
    for settings in (
        {"headers": {"a b": "c"}},
        {"headers": [("a", "b\n")]},
        {"user_agent": "a\r\nb"},
        {"ca_bundle": "no PEM"},
        {"client_certificate": ("no", "PEM")},
        {"proxy": "nonsense"},
    ):
        with pytest.raises(mcpclient.InvalidArgError), sync.start(Http("http://localhost/", **settings)):  # type: ignore[arg-type]
            pass
    secret = Http("https://u:p@h/?token=s", headers=[("Authorization", "Bearer s")])
    assert "s" not in repr(secret).replace("Http(...)", "") and secret.url.endswith("=s")
