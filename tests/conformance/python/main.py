"""A client for the official conformance suite: does what a scenario asks of one. ``../README.md`` says what that is,
for every language."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from typing import Any

import mcpclient

HANDSHAKE = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
MODERN = "2026-07-28"

#: A guard against hangs alone; the suite has one too.
LIMIT = 120.0


class Forms(mcpclient.Host):
    """Accepts forms as they are. What else is asked is let go of."""

    def __init__(self) -> None:
        self.client: mcpclient.Client | None = None
        #: A tool to call, and to wait for, while the first form is open.
        self.meanwhile: str | None = None

    async def elicit_form(self, ask: mcpclient.FormRequest) -> mcpclient.Answer:
        tool, self.meanwhile = self.meanwhile, None
        if tool is not None and self.client is not None:
            await call(self.client, tool)
        return ask.form.accept()

    def sample(self, ask: mcpclient.SampleRequest) -> None:
        return None


class Failed(Exception):
    """What the runner says when it fails."""


async def call(client: mcpclient.Client, name: str, arguments: Any = None) -> None:
    """A tool that says that it failed is a failure here."""
    result = await client.call_tool(name, {} if arguments is None else arguments)
    if result.is_error:
        raise Failed(f"{name} failed: {result.json}")


async def everything(client: mcpclient.Client, tools: mcpclient.ToolList) -> None:
    for name in tools.names:
        await call(client, name)
    for resource in await client.list_resources():
        await client.read_resource(resource["uri"])
    for name in (await client.list_prompts()).names:
        await client.get_prompt(name)


async def play(client: mcpclient.Client, host: Forms, scenario: str, context: Any) -> None:
    if scenario in ("initialize", "request-metadata"):
        await client.request("conformance/hello")
        return
    tools = await client.list_tools()
    if scenario == "tools_call":
        await call(client, "add_numbers", {"a": 5, "b": 3})
    elif scenario == "elicitation-sep1034-client-defaults":
        await call(client, "test_client_elicitation_defaults")
    elif scenario == "sse-retry":
        await call(client, "test_reconnection")
    elif scenario == "sep-2322-client-request-state":
        host.meanwhile = "test_mrtr_unrelated"
        for name in ("test_mrtr_echo_state", "test_mrtr_no_state", "test_mrtr_no_result_type"):
            await call(client, name)
    elif scenario == "http-standard-headers":
        await everything(client, tools)
    elif scenario == "http-custom-headers":
        for each in context["toolCalls"]:
            await call(client, each["name"], each["arguments"])
    elif scenario == "http-invalid-tool-headers":
        for name in tools.names:
            await call(client, name, {"region": "us-west1"})
    elif scenario == "json-schema-ref-no-deref":
        pass
    elif scenario == "json-schema-2020-12-preservation":
        (tool,) = (tool for tool in tools if tool["name"] == "json_schema_2020_12_tool")
        await call(client, "json_schema_echo", {"schema": tool["inputSchema"]})
    elif scenario.startswith("auth/"):
        await call(client, "test-tool")
    else:
        raise Failed(f"nothing is known of {scenario}")


def revisions(newest: str) -> list[str]:
    """Those that the client may speak: up to the one that the suite names, which is the one it proposes then; and the
    newest of all has no handshake, and so none before it."""
    if newest == MODERN:
        return [MODERN]
    return [known for known in HANDSHAKE if known <= newest]


async def main() -> None:
    scenario = os.environ["MCP_CONFORMANCE_SCENARIO"]
    newest = os.environ["MCP_CONFORMANCE_PROTOCOL_VERSION"]
    context = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
    host = Forms()
    client = mcpclient.start(
        mcpclient.Http(sys.argv[-1]),
        host=host,
        label="suite",
        name="conformance",
        version="1",
        revisions=revisions(newest),
        roots=[],
    )
    host.client = client
    async with client:
        await asyncio.wait_for(play(client, host, scenario, context), LIMIT)


try:
    asyncio.run(main())
except Exception as why:
    sys.exit(f"{type(why).__name__}: {why}")
