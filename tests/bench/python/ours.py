"""This library, through its Python package, behind the surface of others.py."""

import mcpclient
from said import FORM, ROOTS, SAMPLE, saw

#: Servers that ask as often as they can are the point here.
OFTEN = 2**32 - 1


class Host(mcpclient.Host):
    async def elicit_form(self, ask):
        return ask.accept(FORM)

    async def sample(self, ask):
        return ask.answer_text(SAMPLE["model"], SAMPLE["text"], SAMPLE["stop_reason"])

    async def list_roots(self, ask):
        return ask.answer([mcpclient.Root(uri, name) for name, uri in ROOTS.items()])

    def log(self, client, params):
        saw(params.value["data"]["seq"])


class Ours:
    def make(self, stdio, stateless, target):
        return mcpclient.connect(
            mcpclient.Stdio(*target.split()) if stdio else target,
            host=Host(),
            name="bench",
            era="modern" if stateless else "legacy",
            rates={"form": OFTEN, "sample": OFTEN, "roots": OFTEN},
        )

    async def call(self, client, tool, arguments, progress=False):
        handler = {"progress": on_progress} if progress else {}
        return (await client.call_tool(tool, arguments, **handler)).text

    async def list_tools(self, client):
        return len((await client.list_tools()).value["tools"])


def on_progress(params):
    saw(params.value["progress"])
