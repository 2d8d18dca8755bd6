"""The blocking face."""

from __future__ import annotations

import json
import queue
import threading
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, FormRequest, SampleRequest, Stdio, sync

from test_inputs import FORM


def test_the_same_names_without_await(serving: Stdio) -> None:
    told: list[object] = []
    timed = False

    class Host(sync.Host):
        def elicit_form(self, ask: FormRequest) -> Answer:
            assert ask.client is client and len(ask.calls) == 1
            # A callback may make calls of its own.
            assert client.call_tool("echo", {"text": "nested"}).text == "nested"
            ask.form["city"].type("Bergen")
            return ask.form.accept()

        def sample(self, ask: SampleRequest) -> Answer:
            return ask.answer_text("m", "blue")

        def progress(self, call: sync.Call[Any], params: mcpclient.Json) -> None:
            told.append(params.value["progress"])
            if params.value["progress"] == 3 and not timed:
                call.cancel("enough")

        def log(self, client: sync.Client, params: mcpclient.Json) -> None:
            told.append(params.value["level"])

        def state(self, client: sync.Client, state: str, error: Exception | None) -> None:
            told.append(state)

    with sync.connect(serving, host=Host(), roots=["/tmp"]) as client:
        assert client.revision == "2025-11-25" and client.state == "ready"
        assert len(client.list_tools()) == 16 and len(client.list_resources()) == 2
        assert client.list_resource_templates().names == ["city"]
        assert client.list_prompts().names == ["plain", "trip"]
        assert client.read_resource("puppet:///text").text == "Grüße, 世界"
        assert client.get_prompt("plain").messages[0]["content"]["text"] == "Hello"
        assert client.complete_prompt("trip", "city", "Be").values == ["Bergen", "Berlin"]
        assert client.complete_resource("puppet:///city/{name}", "name", "Bi").values == ["Bilbao"]
        assert client.request("ping").value == {} == client.ping().value
        result = client.call_tool("form", {"params": FORM})
        assert json.loads(result.text)["content"]["city"] == "Bergen"
        assert json.loads(client.call_tool("sample").text)["content"]["text"] == "blue"
        assert json.loads(client.call_tool("roots").text) == {"roots": [{"uri": "file:///tmp"}]}
        with pytest.raises(mcpclient.CancelledError):
            client.call_tool("slow")
        client.set_log_level("error")
        client.call_tool("log", {"level": "error", "count": 1})
        client.subscribe("puppet:///text")
        client.unsubscribe("puppet:///text")
        timed = True
        with pytest.raises(mcpclient.TimeoutError):
            client.call_tool("slow", {"count": 1}, timeout=0.05)
        with pytest.raises(mcpclient.ServerError):
            client.call_tool("error")
        assert not client.serve(0.01)
    assert client.serve() and client.pid is None and client.closed_reason == "host"
    assert told == ["ready", 1, 2, 3, "error", 1, "closed"]
    with pytest.raises(mcpclient.ClosedError):
        client.ping()


def test_several_threads_share_a_client(serving: Stdio) -> None:
    sums: list[str] = []

    def add(number: int) -> None:
        for step in range(20):
            sums.append(client.call_tool("add", {"a": number, "b": step}).text)

    with sync.connect(serving) as client:
        threads = [threading.Thread(target=add, args=(100 * number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(map(int, sums)) == [100 * number + step for number in range(8) for step in range(20)]


def test_calls_and_clients_end_from_other_threads(serving: Stdio) -> None:
    with sync.connect(serving) as client:
        calls: queue.Queue[sync.Call[Any]] = queue.Queue()

        def cancel() -> None:
            call = calls.get(timeout=60)
            assert not call.done
            call.cancel()

        canceller = threading.Thread(target=cancel)
        canceller.start()
        with pytest.raises(mcpclient.CancelledError):
            client.call_tool("slow", started=calls.put)
        canceller.join()
        closer = threading.Timer(0.01, client.close)
        closer.start()
        with pytest.raises(mcpclient.ClosedError):
            client.call_tool("slow")
        closer.join()


def test_exceptions_in_callbacks_cost_those_alone(
    serving: Stdio, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    monkeypatch.setattr("sys.unraisablehook", lambda told: seen.append(repr(told.exc_value)))

    class Host(sync.Host):
        def elicit_form(self, ask: FormRequest) -> Answer:
            raise ZeroDivisionError("a bug")

        def sample(self, ask: SampleRequest) -> Any:
            return "blue"

    with sync.connect(serving, host=Host()) as client:
        failed = {"error": {"code": -32603, "message": "the host failed"}}
        assert json.loads(client.call_tool("form").text) == failed
        assert json.loads(client.call_tool("sample").text) == failed
    assert seen[0] == "ZeroDivisionError('a bug')" and seen[1].startswith("TypeError")


def test_what_interrupts_a_callback_ends_the_wait(serving: Stdio) -> None:
    class Host(sync.Host):
        def elicit_form(self, ask: FormRequest) -> Answer:
            raise KeyboardInterrupt

    with sync.connect(serving, host=Host()) as client:
        with pytest.raises(KeyboardInterrupt):
            client.call_tool("form")
        assert client.ping().value == {}


def test_late_answers_and_kept_inputs(serving: Stdio) -> None:
    kept: list[FormRequest] = []

    class Host(sync.Host):
        def elicit_form(self, ask: FormRequest) -> None:
            kept.append(ask)
            threading.Thread(target=self.later, args=(ask,)).start()

        def later(self, ask: FormRequest) -> None:
            ask.accept({"city": "Oslo"})

    with sync.connect(serving, host=Host()) as client:
        result = client.call_tool("form", {"params": FORM})
        assert json.loads(result.text)["content"] == {"city": "Oslo"}
    with pytest.raises(mcpclient.GoneError):
        kept[0].decline()


def test_connecting_fails_as_it_does_with_asyncio() -> None:
    with pytest.raises(mcpclient.StartError):
        sync.connect("a-program-nobody-has")
    with pytest.raises(mcpclient.ClosedError) as died:
        sync.connect(Stdio("sh", "-c", "exit 3"))
    assert died.value.exit is not None and died.value.exit.code == 3
    with pytest.raises(mcpclient.TimeoutError):
        sync.connect(Stdio("sleep", "1000", grace=0.05), times={"connect": 0.05})


def test_a_client_that_is_let_go_is_closed(serving: Stdio) -> None:
    client = sync.connect(serving)
    with pytest.warns(ResourceWarning, match="was not closed"):
        del client


