"""A server on the official Python SDK that asks its client for everything there is to ask.

What a tool was told comes back in its result, so that the client can compare it with what it said.
"""

import asyncio
import json
import warnings

import mcp_types as types
from mcp.server import NotificationOptions, Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPDeprecationWarning

# Roots, sampling and logging are deprecated in a revision later than those tried here.
warnings.simplefilter("ignore", MCPDeprecationWarning)

PAGE = 10
RESOURCES = 25
CITIES = ["Barcelona", "Bergen", "Berlin", "Bologna"]

BOOKING = {
    "type": "object",
    "properties": {
        "traveller": {"type": "string", "title": "Traveller", "minLength": 2},
        "guests": {"type": "integer", "minimum": 1, "maximum": 9, "default": 2},
        "seat": {"type": "string", "enum": ["window", "aisle"]},
        "insured": {"type": "boolean", "default": False},
    },
    "required": ["traveller"],
}

#: What happened without a result of its own.
seen = {"cancelled": 0, "rootsChanged": 0}


async def book(session):
    result = await session.elicit_form("Who travels?", BOOKING)
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def visit(session):
    result = await session.elicit_url("Please pay.", "https://pay.example.org/?id=7#now", "visit-7")
    if result.action == "accept":
        await session.send_elicit_complete("visit-7")
    return {"action": result.action}


async def ask(session):
    def said(role, text):
        return types.SamplingMessage(role=role, content=types.TextContent(type="text", text=text))

    result = await session.create_message(
        [said("user", "Name a city."), said("assistant", "Which country?"), said("user", "Spain")],
        max_tokens=64,
        system_prompt="Answer in one word.",
        stop_sequences=["."],
        temperature=0.5,
    )
    return result.model_dump(mode="json", by_alias=True, exclude_none=True)


async def folders(session):
    result = await session.list_roots()
    return [{"uri": str(root.uri), "name": root.name} for root in result.roots]


async def wait(session):
    await session.report_progress(1, 2, "waiting")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        seen["cancelled"] += 1
        raise


async def tell(session):
    return seen


async def fail(session):
    raise ValueError("this tool always fails")


TOOLS = {tool.__name__: tool for tool in (book, visit, ask, folders, wait, tell, fail)}


async def list_tools(ctx, params):
    empty = {"type": "object", "properties": {}}
    return types.ListToolsResult(
        tools=[types.Tool(name=name, input_schema=empty) for name in TOOLS]
    )


async def call_tool(ctx, params):
    try:
        told = await TOOLS[params.name](ctx.session)
    except ValueError as error:
        text = types.TextContent(type="text", text=str(error))
        return types.CallToolResult(content=[text], is_error=True)
    return types.CallToolResult(content=[types.TextContent(type="text", text=json.dumps(told))])


async def list_resources(ctx, params):
    start = int(params.cursor) if params and params.cursor else 0
    numbers = range(start, min(start + PAGE, RESOURCES))
    return types.ListResourcesResult(
        resources=[types.Resource(uri=f"page://{n}", name=f"page {n}") for n in numbers],
        next_cursor=str(start + PAGE) if start + PAGE < RESOURCES else None,
    )


async def read_resource(ctx, params):
    text = types.TextResourceContents(uri=params.uri, text=f"This is {params.uri}.")
    return types.ReadResourceResult(contents=[text])


async def subscribe(ctx, params):
    await ctx.session.send_resource_updated(params.uri)
    return types.EmptyResult()


async def unsubscribe(ctx, params):
    return types.EmptyResult()


async def list_prompts(ctx, params):
    city = types.PromptArgument(name="city", required=True)
    return types.ListPromptsResult(prompts=[types.Prompt(name="plan", arguments=[city])])


async def get_prompt(ctx, params):
    text = types.TextContent(type="text", text=f"Plan a week in {params.arguments['city']}.")
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])


async def complete(ctx, params):
    typed = params.argument.value.lower()
    values = [city for city in CITIES if city.lower().startswith(typed)]
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values)))


async def set_level(ctx, params):
    await ctx.session.send_log_message(params.level, {"level": params.level}, logger="peer")
    return types.EmptyResult()


async def roots_changed(ctx, params):
    seen["rootsChanged"] += 1


server = Server(
    "python-peer",
    version="1",
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    on_list_resources=list_resources,
    on_read_resource=read_resource,
    on_subscribe_resource=subscribe,
    on_unsubscribe_resource=unsubscribe,
    on_list_prompts=list_prompts,
    on_get_prompt=get_prompt,
    on_completion=complete,
    on_set_logging_level=set_level,
    on_roots_list_changed=roots_changed,
)


async def main():
    async with stdio_server() as (reader, writer):
        options = server.create_initialization_options(NotificationOptions())
        await server.run(reader, writer, options)


asyncio.run(main())
