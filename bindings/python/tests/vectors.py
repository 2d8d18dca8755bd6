"""The vectors of tests/vectors, over the package alone. A vector's input is rehearsed: read and answered as
one of a server's, without any. tests/vectors/README.md has the format.

VECTORS names their folder.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import mcpclient
from mcpclient import (
    Block,
    Field,
    FieldError,
    Form,
    FormRequest,
    Json,
    Model,
    Root,
    SampleRequest,
    UrlRequest,
)


class Wrong(Exception):
    """A vector is not kept."""


def same(what: str, found: object, wanted: object) -> None:
    if found != wanted or type(found) is not type(wanted):
        raise Wrong(f"{what}: {found!r}, not {wanted!r}")


class Vector:
    """One case in one revision."""

    def __init__(self, group: dict[str, Any], case: dict[str, Any], revision: str | None) -> None:
        self.group, self.case, self.revision = group, case, revision or "2025-11-25"

    def _schema(self) -> str:
        own = "schema" in self.case or "property" in self.case
        given = self.case if own else self.group
        if "schema" in given:
            return given["schema"]
        required = ',"required":["p"]' if given.get("required") else ""
        return '{"type":"object","properties":{"p":%s}%s}' % (given["property"], required)

    def ask(self) -> FormRequest:
        message = json.dumps(self.case.get("message", "?"))
        params = Json('{"message":%s,"requestedSchema":%s}' % (message, self._schema()))
        ask = mcpclient.rehearse("elicitation/create", params, revision=self.revision)
        assert isinstance(ask, FormRequest)
        return ask

    def visit(self) -> UrlRequest:
        asked = {"mode": "url", "message": "?", "elicitationId": "e", "url": self.case["url"]}
        own = self.group.get("own")
        ask = mcpclient.rehearse(
            "elicitation/create", asked, revision=self.revision, server_host=own
        )
        assert isinstance(ask, UrlRequest)
        return ask

    def sample(self, params: str) -> SampleRequest:
        offer = [f"sample_{part}" for part in self.group.get("declared", ())]
        ask = mcpclient.rehearse(
            "sampling/createMessage", Json(params), revision=self.revision, offer=offer
        )
        assert isinstance(ask, SampleRequest)
        return ask


def told(**members: object) -> dict[str, object]:
    """What there is: what is absent is not told."""
    return {name: value for name, value in members.items() if value not in (None, False, [])}


def fault(error: FieldError, form: Form) -> dict[str, object]:
    if error.index is not None:
        same("the fault's field", form[error.index].name, error.name)
    same("a sentence", bool(error.sentence) and error.sentence in str(error), True)
    found: dict[str, object] = {"field": error.name, "code": error.code}
    if error.index is None:
        found["outside"] = True
    if error.params:
        found["params"] = error.params
    return found


def text(json: Json | None) -> str | None:
    return None if json is None else str(json)


KINDS = {"yes_no": "yesNo", "one_of": "oneOf", "some_of": "someOf"}
BLOCKS = {"tool_use": "toolUse", "tool_result": "toolResult"}


def read_field(field: Field) -> dict[str, object]:
    number = field.kind in ("number", "integer")
    count = None if field.min_length is None else str(field.min_length)
    most = None if field.max_length is None else str(field.max_length)
    found = told(
        name=field.name,
        kind=KINDS.get(field.kind, field.kind),
        label=None if field.title_raw == field.name else field.title_raw,
        description=field.description_raw,
        required=field.required,
        default=text(field.default_json),
        min=field.minimum_text if number else count,
        max=field.maximum_text if number else most,
        minExclusive=field.minimum_exclusive,
        maxExclusive=field.maximum_exclusive,
        multipleOf=field.multiple_of_text,
        format=field.format,
        pattern=field.pattern,
        unique=field.unique,
    )
    if field.kind in ("one_of", "some_of"):
        found["choices"] = [[choice.value, choice.label_raw] for choice in field.choices]
    if not field.answerable:
        found["answerable"] = False
    if field.minimum is not None and type(field.minimum) is int:
        same("the limit as a number", str(field.minimum), field.minimum_text)
    return found


# proves: ELI-10, ELI-11, ELI-19, ELI-21, ELI-22, ELI-24, ELI-28
def forms(vector: Vector) -> None:
    refused = vector.case.get("refused")
    try:
        ask = vector.ask()
    except mcpclient.RefusedError as error:
        if refused is None:
            raise
        where = refused.get("property")
        words = "requestedSchema: " if where is None else f"property {json.dumps(where)}"
        return same("the reason", str(error) if words not in str(error) else words, words)
    same("refused", None, refused)
    same("fields", [read_field(field) for field in ask.form], vector.case["fields"])
    objections = [told(code=odd.code, property=odd.property) for odd in ask.form.objections]
    by_text = {"key": lambda odd: json.dumps(odd, sort_keys=True)}
    same("objections", sorted(objections, **by_text), sorted(vector.case.get("objections", []), **by_text))  # type: ignore[call-overload]


# proves: ELI-27
def typed(vector: Vector) -> None:
    form = vector.ask().form
    problem, again = form[0].type(vector.case["text"]), form[0].check()
    same("the second check", str(problem), str(again))
    wanted = vector.case.get("fault")
    if problem is None or wanted is None:
        same("fault", None if problem is None else str(problem), wanted)
        same("value", text(form[0].json), vector.case["value"])
    else:
        found = fault(problem, form)
        del found["field"]
        same("fault", found, wanted)


# proves: ELI-25, ELI-30, ELI-33, ELI-34
def content(vector: Vector) -> None:
    ask = vector.ask()
    given = vector.case["content"]
    try:
        ask.accept(Json(given))
    except mcpclient.FormError as error:
        found = [fault(problem, ask.form) for problem in error.fields]
        same("faults", found, vector.case.get("faults"))
        same("open", ask.is_open, True)
    else:
        same("faults", None, vector.case.get("faults"))
        same("sent", text(ask.rehearsed), accepted(given.strip(" \t\r\n")))


def accepted(content: str) -> str:
    return '{"result":{"action":"accept","content":%s}}' % content


# proves: ELI-12, ELI-14
def texts(vector: Vector) -> None:
    problem = vector.ask().form[0].set(vector.case["text"])
    same("fits", problem is None, vector.case["fits"])


# proves: ELI-24, ELI-25, ELI-41, ELI-48
def fill(vector: Vector) -> None:
    ask, case = vector.ask(), vector.case
    form = ask.form
    for touch in case.get("touches", ()):
        field = form[touch["field"]]
        if "text" in touch:
            field.type(touch["text"])
        elif "json" in touch:
            field.set(Json(touch["json"]))
        elif "select" in touch:
            field.select(touch["select"])
        elif "unselect" in touch:
            field.select(touch["unselect"], False)
        elif touch.get("clear"):
            field.clear()
        else:
            same("a touch", touch, {"field": touch["field"], "reset": True})
            field.reset()
    for name, wanted in case.get("holds", {}).items():
        same(f"what {name} holds", text(form[name].json), wanted)
    for name, wanted in case.get("selected", {}).items():
        same(f"choices of {name}", form[name].selected, wanted)
    if "touched" in case:
        same("touched", [field.name for field in form if field.touched], case["touched"])
    try:
        preview = form.preview()
    except mcpclient.FormError as error:
        same("faults", [fault(problem, form) for problem in error.fields], case.get("faults"))
        same("checked", [str(problem) for problem in form.check()], [str(p) for p in error.fields])
    else:
        same("sends", str(preview), case.get("sends"))
        form.accept()
        same("told", text(ask.rehearsed), accepted(case["sends"]))


# proves: ELI-24
def defaults(vector: Vector) -> None:
    filled = vector.ask().form.with_defaults(Json(vector.case["content"]))
    same("filled", str(filled), vector.case["filled"])


# proves: ELI-49
def display(vector: Vector) -> None:
    case = vector.case
    same("lines", mcpclient.display(case["text"], case["max"]), case["lines"])
    same("line", mcpclient.display_line(case["text"], case["max"]), case["line"])


# proves: ROO-04
def paths(vector: Vector) -> None:
    case, style = vector.case, vector.group["style"]
    try:
        if "fromPath" in case:
            return same("uri", mcpclient.path_to_uri(case["fromPath"].encode(), style), case["uri"])
        if "fromPathBytes" in case:
            path = bytes.fromhex(case["fromPathBytes"])
            return same("uri", mcpclient.path_to_uri(path, style), case["uri"])
        if "pathBytes" in case:
            path = mcpclient.uri_to_path_bytes(case["fromUri"], style)
            return same("path", path, bytes.fromhex(case["pathBytes"]))
        same("path", mcpclient.uri_to_path(case["fromUri"], style), case["path"])
    except mcpclient.RootError:
        same("nothing", None, case.get("uri", case.get("path")))


# proves: ROO-12
def containment(vector: Vector) -> None:
    case = vector.case
    inside = mcpclient.root_contains(case["root"], case["candidate"], vector.group["style"])
    same("inside", inside, case["inside"])


def can_be_root(uri: str) -> bool:
    try:
        return Root(uri).uri == uri
    except mcpclient.RootError:
        return False


# proves: ROO-02, ROO-03, ROO-12
def roots(vector: Vector) -> None:
    case = vector.case
    ask = mcpclient.rehearse("roots/list", {}, revision="2025-11-25")
    assert isinstance(ask, mcpclient.RootsRequest)
    if "result" in case:
        try:
            ask.answer_json(Json(case["result"]))
        except mcpclient.RootError:
            return same("accepted", False, case["accepted"])
        same("accepted", True, case["accepted"])
    elif "other" in case:
        ask.answer([Root(case["uri"]), Root(case["other"])])
        assert ask.rehearsed is not None
        same("same", len(ask.rehearsed.value["result"]["roots"]) == 1, case["same"])
    else:
        same("accepted", can_be_root(case["uri"]), case["accepted"])


def read_block(block: Block) -> dict[str, object]:
    found = told(
        kind=BLOCKS.get(block.kind, block.kind),
        data=block.data,
        mimeType=block.mime_type,
        id=block.tool_use_id,
        name=block.tool_name,
        isError=block.is_error,
    )
    if block.text_raw is not None:
        found["text"] = block.text_raw
        same("the safe text", block.text, mcpclient.display(block.text_raw, sys.maxsize))
    if block.kind == "tool_use":
        same("the input", block.tool_input, json.loads(block.json)["input"])
        found["input"] = block.tool_input
    return found


def read_sample(ask: SampleRequest) -> dict[str, object]:
    messages = [
        {
            "role": message.role,
            "blocks": [read_block(block) for block in message.blocks],
            **told(list=message.is_list),
        }
        for message in ask.messages
    ]
    found = told(
        maxTokens=str(ask.max_tokens),
        stopSequences=ask.stop_sequences,
        hints=ask.hints,
        tools=[str(tool) for tool in ask.tools],
        includeContext=None if ask.include_context == "none" else ask.include_context,
        toolChoice=None if ask.tool_choice == "auto" else ask.tool_choice,
        metadata=text(ask.metadata),
    )
    given = {
        "systemPrompt": ask.system_prompt_raw,
        "temperature": ask.temperature,
        "costPriority": ask.cost_priority,
        "speedPriority": ask.speed_priority,
        "intelligencePriority": ask.intelligence_priority,
    }
    found |= {name: value for name, value in given.items() if value is not None}
    return {"messages": messages, **found}


def as_read(wanted: dict[str, Any]) -> dict[str, Any]:
    """What Python has as numbers and objects stands as text in the vectors."""
    wanted = json.loads(json.dumps(wanted))
    if "temperature" in wanted:
        wanted["temperature"] = float(wanted["temperature"])
    for name in ("costPriority", "speedPriority", "intelligencePriority"):
        if name in wanted:
            wanted[name] = float(wanted[name])
    for message in wanted["messages"]:
        for block in message["blocks"]:
            if "input" in block:
                block["input"] = json.loads(block["input"])
    return wanted


# proves: SAM-04, SAM-05, SAM-06, SAM-16, SAM-19, SAM-23, SAM-24
def sample_requests(vector: Vector) -> None:
    case = vector.case
    try:
        ask = vector.sample(case["params"])
    except mcpclient.RefusedError:
        if "refused" not in case:
            raise
        return
    same("refused", None, case.get("refused"))
    if "reads" in case:
        same("reads", read_sample(ask), as_read(case["reads"]))


# proves: SAM-06, SAM-09, SAM-20, SAM-22, SAM-38
def sample_results(vector: Vector) -> None:
    ask, case = vector.sample(vector.group["request"]), vector.case
    try:
        ask.answer_json(Json(case["result"]))
    except (mcpclient.SampleError, mcpclient.BadJsonError):
        same("refused", True, case.get("refused"))
        return same("open", ask.is_open, True)
    same("refused", None, case.get("refused"))
    same("sent", text(ask.rehearsed), '{"result":%s}' % case.get("sent", case["result"]))


# proves: ELI-46, ELI-47, ELI-50
def hazards(vector: Vector) -> None:
    ask = vector.ask()
    names = [field.name for field in ask.form]
    found = [
        told(kind=hazard.kind, field=None if hazard.field is None else names[hazard.field])
        for hazard in ask.hazards
    ]
    same("hazards", found, vector.case.get("hazards", []))


# proves: URL-02, URL-04, URL-06, URL-07, URL-08
def urls(vector: Vector) -> None:
    case = vector.case
    try:
        ask = vector.visit()
    except mcpclient.RefusedError:
        return same("refused", True, case.get("refused"))
    same("refused", None, case.get("refused"))
    same("url", ask.url_raw, case["url"])
    same("canonical", ask.canonical, case.get("canonical", case["url"]))
    same("host", ask.host, case["host"])
    same("wire", ask.host_raw, case.get("wire", ask.host_raw))
    same("domain", ask.domain, case.get("domain"))
    same("hazards", ask.url_hazards, case.get("hazards", []))


# proves: SAM-11, SAM-12, SAM-13, SAM-14
def model_choice(vector: Vector) -> None:
    message = '{"role":"user","content":{"type":"text","text":"?"}}'
    preferences = vector.case["preferences"]
    params = '{"messages":[%s],"maxTokens":1,"modelPreferences":%s}' % (message, preferences)
    models = [Model(**model) for model in vector.group["catalogue"]]
    choice = vector.sample(params).choose_model(models)
    if choice is None:
        return same("model", None, vector.case["model"])
    same("model", models[choice.index].name, vector.case["model"])
    same("reason", choice.reason, vector.case["reason"])
    same("hint", choice.hint, vector.case.get("hint"))
    same("a sentence", len(str(choice)) > 0, True)


RUN = {
    "containment": containment,
    "content": content,
    "defaults": defaults,
    "display": display,
    "fill": fill,
    "forms": forms,
    "hazards": hazards,
    "modelChoice": model_choice,
    "paths": paths,
    "roots": roots,
    "sampleRequests": sample_requests,
    "sampleResults": sample_results,
    "texts": texts,
    "typed": typed,
    "urls": urls,
}


def vectors(groups: list[dict[str, Any]]) -> Iterator[tuple[str, Vector]]:
    for group in groups:
        for number, case in enumerate(group["cases"], 1):
            for revision in group.get("revisions", [None]):
                id = f"{group['name']}/{number}"
                yield id if revision is None else f"{id}@{revision}", Vector(group, case, revision)


def main() -> int:
    failures = 0
    for file in sorted(Path(os.environ["VECTORS"]).glob("*.json")):
        content = json.loads(file.read_text(encoding="utf-8"))
        if "groups" not in content:
            continue
        passed = failed = 0
        for id, vector in vectors(content["groups"]):
            try:
                RUN[content["kind"]](vector)
                passed += 1
            except (Wrong, mcpclient.Error, KeyError) as why:
                failed += 1
                print(f"FAILED {file.stem}/{id}: {why!r}")
        print(f"vectors {file.stem}: {passed} passed, {failed} failed")
        failures += failed
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
