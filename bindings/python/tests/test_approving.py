"""Checkpoints, models and live roots."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import mcpclient
import pytest
from mcpclient import Answer, Model, Root, Roots, RootsRequest, SampleRequest, Stdio, sync

PARAMS = {
    "messages": [{"role": "user", "content": {"type": "text", "text": "red?"}}],
    "maxTokens": 100,
    "modelPreferences": {"hints": [{"name": "big"}, {"name": "small"}], "costPriority": 1},
}


# proves: SAM-28, SAM-29, SAM-31, SAM-33, SAM-34, SAM-11, SAM-12
async def test_a_sample_stops_at_two_checkpoints(serving: Stdio) -> None:
    steps: list[tuple[str, str | None, int]] = []
    earlier: list[SampleRequest] = []

    class Host(mcpclient.Host):
        async def confirm_sample_request(self, ask: SampleRequest) -> Answer:
            steps.append(("request", ask.checkpoint, ask.id))
            earlier.append(ask)
            draft = ask.draft
            assert draft is not None and not draft.is_changed and draft.message_count == 1
            assert ask.result is None and ask.preview() == draft.params
            draft.set_max_tokens(1000)
            with pytest.raises(mcpclient.SampleError):
                ask.approve()
            draft.reset()
            draft.set_system_prompt("Be brief")
            draft.set_text(0, 0, "green?")
            draft.add_message("assistant", "Well")
            draft.add_message("user", "Well what?")
            draft.remove_message(1)
            draft.set_max_tokens(50)
            draft.set_model("small-2")
            with pytest.raises(mcpclient.InvalidArgError):
                draft.add_message("system", "no")  # type: ignore[arg-type]
            await asyncio.sleep(0)
            assert draft.is_changed
            return ask.approve()

        async def sample(self, ask: SampleRequest) -> Answer:
            steps.append(("sample", ask.checkpoint, ask.id))
            assert ask.draft is None and ask.max_tokens == 50 and ask.system_prompt == "Be brief"
            assert [message.blocks[0].text for message in ask.messages] == ["green?", "Well what?"]
            models = [Model("big"), Model("small-1", cheapness=1.0), Model("small-2", aliases=["s"])]
            choice = ask.choose_model(models)
            assert choice is not None and (choice.index, choice.reason) == (2, "hint")
            assert (choice.hint, choice.score, choice.among) == (0, None, 1)
            assert "hint" in str(choice) and ask.choose_model([]) is None
            return ask.answer_blocks(
                models[choice.index].name, [{"type": "text", "text": "blue"}], "endTurn"
            )

        async def confirm_sample_result(self, ask: SampleRequest) -> Answer:
            steps.append(("result", ask.checkpoint, ask.id))
            assert ask.result is not None and ask.preview() == ask.result
            changed = ask.result.value
            changed["content"]["text"] = "grün"
            return ask.approve(changed)

    async with mcpclient.connect(serving, host=Host()) as client:
        result = json.loads((await client.call_tool("sample", {"params": PARAMS})).text)
        assert (result["content"]["text"], result["model"]) == ("grün", "small-2")
    assert [step[:2] for step in steps] == [("request", "request"), ("sample", None), ("result", "result")]
    assert len({number for _, _, number in steps}) == 1
    with pytest.raises(mcpclient.GoneError):
        earlier[0].approve()


# proves: SAM-34
def test_a_checkpoint_turns_the_server_away(serving: Stdio) -> None:
    class Host(sync.Host):
        def confirm_sample_request(self, ask: SampleRequest) -> Answer:
            return ask.decline()

        def sample(self, ask: SampleRequest) -> Answer:
            raise AssertionError

    with sync.connect(serving, host=Host()) as client:
        assert "error" in json.loads(client.call_tool("sample").text)


# proves: ROO-15
async def test_the_roots_are_confirmed(serving: Stdio, tmp_path: Path) -> None:
    class Host(mcpclient.Host):
        def confirm_roots(self, ask: RootsRequest) -> Answer:
            assert ask.checkpoint == "result" and ask.result is not None
            roots = ask.result.value["roots"]
            return ask.approve({"roots": roots[:1]})

    roots = [tmp_path, "/srv"]
    async with mcpclient.connect(serving, host=Host(), roots=roots) as client:
        told = json.loads((await client.call_tool("roots")).text)
        assert told == {"roots": [{"uri": mcpclient.path_to_uri(tmp_path)}]}


# proves: ROO-06, ROO-08, ROO-11, ROO-18, ROO-19, ROO-22
async def test_a_live_list_of_roots(serving: Stdio, tmp_path: Path) -> None:
    project, vanishing = tmp_path / "project", tmp_path / "vanishing é"
    (project / ".git").mkdir(parents=True)
    (project / "src").mkdir()
    roots = Roots()
    roots.set_interval(None)
    added = roots.add_workspace(project / "src")
    assert added.name == "project" and mcpclient.workspace(project / "src") == str(project)
    later = roots.add_path(vanishing, "later")
    assert len(roots) == 2 and list(roots) == [added, later] and roots.offered == [added]
    with pytest.raises(mcpclient.RootError):
        roots.add_path("relative")

    async def told(client: mcpclient.Client) -> list[Any]:
        return json.loads((await client.call_tool("roots")).text)["roots"]

    async with (
        mcpclient.connect(serving, roots=roots) as one,
        mcpclient.connect(serving, roots=roots) as two,
    ):
        assert [root["name"] for root in await told(one)] == ["project"]
        with pytest.raises(mcpclient.UnsupportedError):
            one.set_roots([])
        vanishing.mkdir()
        assert roots.look() and not roots.look()
        assert [root["name"] for root in await told(two)] == ["project", "later"]
        assert roots.contains(project / "src" / "new") and not roots.contains(tmp_path)
        assert roots.contains_uri(mcpclient.path_to_uri(vanishing))
        assert roots.exclude(vanishing) and not roots.exclude(vanishing)
        assert [root.uri for root in roots.excluded] == [later.uri]
        assert [root["name"] for root in await told(two)] == ["project"]
        assert roots.include(vanishing) and roots.rename(later.uri, "now")
        assert [root["name"] for root in await told(one)] == ["project", "now"]
        assert roots.remove(added.uri) and not roots.remove(added.uri)
        assert roots.replace([Root("file:///nowhere")]) and roots.offered == []
        roots.set_checked(False)
        assert await told(one) == [{"uri": "file:///nowhere"}] == await told(two)
        assert not roots.add(Root("file:///nowhere"))
    # A list outlives its clients.
    assert len(Roots([added])) == 1 and roots.replace([])
