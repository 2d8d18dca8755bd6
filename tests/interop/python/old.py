"""A server on the official Python SDK as it was in earlier revisions: what every version of it has had.

What a tool was told comes back in its result, so that the client can compare it with what it said.
"""

import asyncio
import json
import os
import sys
import traceback

import mcp.types as types
from mcp.server import Server
from mcp.server.stdio import stdio_server

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


async def main():
    async with stdio_server() as (reader, writer):
        try:
            await server.run(reader, writer, server.create_initialization_options())
        except BaseException:
            if "strict" not in sys.argv:
                raise
            # The SDK waits for the next line first, before it lets the process end.
            traceback.print_exc()
            os._exit(1)


asyncio.run(main())
