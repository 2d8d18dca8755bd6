"""A server on the official Python SDK as it was in earlier revisions: what every version of it has had.

What a tool was told comes back in its result, so that the client can compare it with what it said.
"""

import asyncio
import json
import os
import sys
import traceback

import mcp.types as types
import web
from mcp.server import Server

server = Server("old-python-peer")
EMPTY = {"type": "object", "properties": {}}
BOOKING = {
    "type": "object",
    "properties": {
        "traveller": {"type": "string", "title": "Traveller", "minLength": 2},
        "guests": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
    },
    "required": ["traveller"],
}


async def ask(session):
    content = types.TextContent(type="text", text="Name a city.")
    message = types.SamplingMessage(role="user", content=content)
    return await session.create_message([message], max_tokens=64)


async def folders(session):
    return await session.list_roots()


async def book(session):
    return await session.elicit("Who travels?", BOOKING)


TOOLS = {tool.__name__: tool for tool in (ask, folders, book)}


@server.list_tools()
async def list_tools():
    return [types.Tool(name=name, description=name, inputSchema=EMPTY) for name in TOOLS]


@server.call_tool()
async def call_tool(name, arguments):
    told = await TOOLS[name](server.request_context.session)
    text = json.dumps(told.model_dump(mode="json", by_alias=True, exclude_none=True))
    return [types.TextContent(type="text", text=text)]


async def by_pipe():
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (reader, writer):
        try:
            await server.run(reader, writer, server.create_initialization_options())
        except BaseException:
            if "strict" not in sys.argv:
                raise
            # The SDK waits for the next line first, before it lets the process end.
            traceback.print_exc()
            os._exit(1)


async def by_sse():
    """The way of the first revision: one stream for all that the server says."""
    from mcp.server.sse import SseServerTransport
    from starlette.responses import Response

    transport = SseServerTransport("/message")

    async def app(scope, receive, send):
        match scope["type"], scope.get("method"), scope.get("path"):
            case "http", "GET", "/sse":
                async with transport.connect_sse(scope, receive, send) as streams:
                    await server.run(*streams, server.create_initialization_options())
            case "http", "POST", "/message":
                await transport.handle_post_message(scope, receive, send)
            case "http", _, _:
                await Response(status_code=405)(scope, receive, send)

    await web.serve(app, "/sse")


async def by_http():
    """Since the second revision: as the SDK of its time had it, which is without events that are kept."""
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

    manager = StreamableHTTPSessionManager(server)
    async with manager.run():
        await web.serve(manager.handle_request, "/mcp")


WAYS = {"sse": by_sse, "http": by_http}
asyncio.run(WAYS.get(sys.argv[-1], by_pipe)())
