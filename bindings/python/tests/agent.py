"""Plays the host's half of transcripts over the package: tests/transcripts/AGENTS.md says how."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import mcpclient
from mcpclient import (
    FormRequest,
    Http,
    Input,
    Json,
    Root,
    RootsRequest,
    SampleRequest,
    Stdio,
    UrlRequest,
)


KINDS: dict[type[Input], str] = {
    FormRequest: "form",
    UrlRequest: "url",
    SampleRequest: "sample",
    RootsRequest: "roots",
}


def tell(**members: object) -> None:
    """One whole line, at once."""
    sys.stdout.write(json.dumps(members) + "\n")
    sys.stdout.flush()


class Witness(mcpclient.Host):
    """Tells what it is told, and answers when it is told to. What it offers is put in as it is opened."""

    def __init__(self, open: dict[str, Any]) -> None:
        self.names: dict[int, str] = {}
        self.inputs: dict[int, Input] = {}
        self.sample_tools = open.get("sampleTools", False)
        self.sample_context = open.get("sampleContext", False)
        offers = {"form": "elicit_form", "url": "elicit_url", "sample": "sample"}
        for member, method in {**offers, "askRoots": "list_roots"}.items():
            if open.get(member):
                setattr(self, method, self._asked)

    def _asked(self, ask: Input) -> None:
        self.inputs[ask.id] = ask
        fields = {"fields": [field.name for field in ask.form]} if isinstance(ask, FormRequest) else {}
        calls = [self.names[call.id] for call in ask.calls]
        kind = KINDS[type(ask)]
        tell(event="input", input=ask.id, kind=kind, calls=calls, params=ask.params, **fields)

    def input_closed(self, client: mcpclient.Client, id: int, why: str) -> None:
        tell(event="withdrawn", input=id, why=why)

    def state(self, client: mcpclient.Client, state: str, error: Exception | None) -> None:
        if state == "connecting":
            tell(event="restarting")
        elif state == "closed":
            tell(event="closed", reason=client.closed_reason)
        else:
            tell(event=state)

    def paused(self, call: mcpclient.Call[Any], seconds: float) -> None:
        tell(event="pause", call=self.names[call.id])

    def task(self, call: mcpclient.Call[Any], state: Json) -> None:
        tell(event="task", call=self.names[call.id], state=state)

    def visited(self, client: mcpclient.Client, id: int) -> None:
        tell(event="visited", input=id)

    def watching(self, client: mcpclient.Client, filter: Json) -> None:
        tell(event="watching", filter=filter)

    def log(self, client: mcpclient.Client, params: Json) -> None:
        tell(event="log", params=params)

    def notification(self, client: mcpclient.Client, method: str, params: Json | None) -> None:
        told = {} if params is None else {"params": params}
        tell(event="notification", method=method, **told)

    def warning(self, client: mcpclient.Client, kind: str, detail: str) -> None:
        tell(event="warning", kind=kind)

    def done(self, call: mcpclient.Call[Any]) -> None:
        name, outcome = self.names[call.id], call.outcome
        if isinstance(outcome, mcpclient.Result):
            return tell(event="done", call=name, result=outcome.json, kept=outcome.age is not None)
        assert isinstance(outcome, mcpclient.Error)
        failure = outcome.server
        told = {} if outcome.http is None else {"http": outcome.http.status}
        if failure is None:
            return tell(event="done", call=name, code=outcome.code, **told)
        error: dict[str, object] = {"code": failure.code, "message": failure.message}
        if failure.data is not None:
            error["data"] = failure.data.value
        tell(event="done", call=name, code=outcome.code, error=error, **told)


def seconds(command: dict[str, Any], name: str) -> float | None:
    return command[name] / 1000 if name in command else None


def verbatim(command: dict[str, Any], name: str) -> Json | None:
    return Json(command[name]) if name in command else None


def root_list(roots: list[dict[str, str]]) -> list[Root]:
    return [Root(root["uri"], root.get("name")) for root in roots]


def server(open: dict[str, Any]) -> Stdio | Http:
    if "endpoint" in open:
        return Http(open["endpoint"], old_sse="only" if open.get("oldSse") else "fallback")
    grace = seconds(open, "grace")
    return Stdio(open["program"], *open["args"], grace=2.0 if grace is None else grace)


class Stage:
    """One client, and what it is told to do."""

    def __init__(self, open: dict[str, Any]) -> None:
        self.host = Witness(open)
        self.calls: dict[str, mcpclient.Call[mcpclient.Result]] = {}
        times: dict[str, Any] = {
            "idle": seconds(open, "timeout"),
            "total": seconds(open, "total"),
            "connect": seconds(open, "connect"),
            "input": seconds(open, "inputTime"),
        }
        self.client = mcpclient.start(
            server(open),
            host=self.host,
            name="transcripts",
            version="1",
            roots=root_list(open["roots"]) if "roots" in open else None,
            revisions=open["revisions"],
            tasks=open.get("tasks", False),
            times={name: time for name, time in times.items() if time is not None},  # type: ignore[typeddict-item]
        )

    def call(self, command: dict[str, Any]) -> None:
        name: str = command["call"]

        def progress(params: Json) -> None:
            tell(event="progress", call=name, params=params)

        call = self.client.request(
            command["method"],
            verbatim(command, "params"),
            timeout=seconds(command, "timeout"),
            total=seconds(command, "total"),
            progress=progress if command.get("progress") else False,
            fresh=command.get("fresh", False),
            retry_lost=command.get("retryLost", False),
        )
        self.host.names[call.id] = name
        self.calls[name] = call
        call.add_done_callback(self.host.done)

    def answer(self, command: dict[str, Any]) -> None:
        # Whatever it is: some transcripts answer as for another kind.
        ask: Any = self.host.inputs[command["input"]]
        how, content = command["how"], verbatim(command, "content")
        answers = {
            "accept": lambda: ask.accept() if content is None else ask.accept(content),
            "decline": lambda: ask.decline(),
            "cancel": lambda: ask.cancel(),
            "fail": lambda: ask.fail(command["code"], command["message"]),
            "result": lambda: ask.answer_json(Json(command["result"])),
        }
        try:
            answers[how]()
        except (AttributeError, TypeError) as error:
            # A class for each kind has no answers of others: the language refuses what the library would.
            raise mcpclient.InvalidArgError(str(error)) from error

    def obey(self, command: dict[str, Any]) -> None:
        what = command["do"]
        if what == "call":
            self.call(command)
        elif what == "cancel":
            self.calls[command["call"]].cancel(command.get("reason"))
        elif what == "resume":
            self.calls[command["call"]].resume()
        elif what == "answer":
            self.answer(command)
        elif what == "roots":
            self.client.set_roots(root_list(command["roots"]))
        elif what == "notify":
            self.client.notify(command["method"], verbatim(command, "params"))
        elif what == "watch":
            filter = command["filter"]
            self.client.watch(
                tools=filter.get("toolsListChanged", False),
                prompts=filter.get("promptsListChanged", False),
                resources=filter.get("resourcesListChanged", False),
                uris=filter.get("resourceSubscriptions", ()),
            )
        elif what == "close":
            self.client.close()
        else:
            raise ValueError(f"cannot {what}")

    async def end(self) -> None:
        self.host.inputs.clear()
        self.client.close()
        await self.client.wait_closed()


async def main() -> None:
    stage: Stage | None = None
    while line := await asyncio.to_thread(sys.stdin.readline):
        command = json.loads(line)
        try:
            if command["do"] == "open":
                stage = Stage(command)
            elif command["do"] == "end":
                if stage is not None:
                    await stage.end()
                stage = None
            elif stage is None:
                raise ValueError("there is no client")
            else:
                stage.obey(command)
            tell(reply=0)
        except mcpclient.Error as refused:
            tell(reply=refused.code)
        except (KeyError, ValueError) as why:
            tell(reply=repr(why))


asyncio.run(main())
