"""The official SDK and fastmcp behind one surface: make(), call(), list_tools()."""

import mcp_types as types
from said import FORM, ROOTS, SAMPLE, saw


async def on_log(params):
    saw(params.data["seq"])


async def on_progress(progress, total, message):
    saw(int(progress))


def sampled():
    return types.CreateMessageResult(
        role="assistant",
        content=types.TextContent(type="text", text=SAMPLE["text"]),
        model=SAMPLE["model"],
        stop_reason=SAMPLE["stop_reason"],
    )


def roots():
    return [types.Root(uri=uri, name=name) for name, uri in ROOTS.items()]


class Library:
    """What both do alike."""

    async def call(self, client, tool, arguments, progress=False):
        handler = {self.progress_name: on_progress} if progress else {}
        result = await client.call_tool(tool, arguments, **handler)
        return result.content[0].text


class Mcp(Library):
    """The official SDK."""

    progress_name = "progress_callback"

    def make(self, stdio, stateless, target):
        from mcp import Client, StdioServerParameters

        async def elicit(context, params):
            return types.ElicitResult(action="accept", content=FORM)

        async def sample(context, params):
            return sampled()

        async def list_roots(context):
            return types.ListRootsResult(roots=roots())

        command, *words = target.split()
        return Client(
            StdioServerParameters(command=command, args=words) if stdio else target,
            elicitation_callback=elicit,
            sampling_callback=sample,
            list_roots_callback=list_roots,
            logging_callback=on_log,
            mode="2026-07-28" if stateless else "legacy",
        )

    async def list_tools(self, client):
        total, cursor = 0, None
        while True:
            page = await client.list_tools(cursor=cursor)
            total += len(page.tools)
            cursor = page.next_cursor
            if cursor is None:
                return total


class Fastmcp(Library):
    """The client of fastmcp."""

    progress_name = "progress_handler"

    def make(self, stdio, stateless, target):
        from fastmcp import Client
        from fastmcp.client.elicitation import ElicitResult
        from fastmcp.client.transports import StdioTransport, StreamableHttpTransport

        async def elicit(message, response_type, params, context):
            return ElicitResult(action="accept", content=FORM)

        async def sample(messages, params, context):
            return sampled()

        command, *words = target.split()
        return Client(
            StdioTransport(command, words) if stdio else StreamableHttpTransport(target),
            roots=roots(),
            sampling_handler=sample,
            elicitation_handler=elicit,
            log_handler=on_log,
            mode="2026-07-28" if stateless else "legacy",
        )

    async def list_tools(self, client):
        return len(await client.list_tools())
