"""A server on the official Python SDK that asks its client for everything there is to ask, in both eras.

What a tool was told comes back in its result, so that the client can compare it with what it said.
"""

import asyncio
import json
import sys
import warnings

import mcp_types as types
import web
from asking import Client, Unanswered
from events import Events
from mcp.server import NotificationOptions, Server
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import InMemorySubscriptionBus, ListenHandler, ResourceUpdated
from mcp.shared.exceptions import MCPDeprecationWarning

# The newest revision deprecates roots, sampling and logging.
warnings.simplefilter("ignore", MCPDeprecationWarning)

REST_S = 4
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


changes = InMemorySubscriptionBus()


def form(message):
    params = types.ElicitRequestFormParams(message=message, requested_schema=BOOKING)
    return types.ElicitRequest(params=params)


def sample(*words):
    def said(at, text):
        content = types.TextContent(type="text", text=text)
        return types.SamplingMessage(role=("user", "assistant")[at % 2], content=content)

    params = types.CreateMessageRequestParams(
        messages=[said(at, text) for at, text in enumerate(words)],
        max_tokens=64,
        system_prompt="Answer in one word.",
        stop_sequences=["."],
        temperature=0.5,
    )
    return types.CreateMessageRequest(params=params)


async def book(client):
    return (await client.ask(form=form("Who travels?")))["form"]


async def visit(client):
    url = "https://pay.example.org/?id=7#now"
    visited = types.ElicitRequestURLParams(message="Please pay.", url=url, elicitation_id="visit-7")
    told = (await client.ask(url=types.ElicitRequest(params=visited)))["url"]
    if told["action"] == "accept" and not client.by_rounds:
        await client.session.send_elicit_complete("visit-7")
    return told


async def ask(client):
    asked = sample("Name a city.", "Which country?", "Spain")
    return (await client.ask(sample=asked))["sample"]


async def folders(client):
    return (await client.ask(roots=types.ListRootsRequest()))["roots"]["roots"]


async def plan(client):
    """Two questions at once, and one that the answers lead to."""
    told = await client.ask(form=form("Who travels?"), roots=types.ListRootsRequest())
    traveller = told["form"]["content"]["traveller"]
    folder = told["roots"]["roots"][0]["name"]
    return told | await client.ask(sample=sample(f"Where does {traveller} go, from {folder}?"))


async def wait(client):
    await client.session.report_progress(1, 2, "waiting")
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        seen["cancelled"] += 1
        raise


async def tell(client):
    return seen


async def fail(client):
    raise ValueError("this tool always fails")


async def hang_up(client):
    """Ends the stream of this call before there is a result, as long operations may."""
    if client.hang_up:
        await client.hang_up()
    return {"hungUp": client.hang_up is not None}


async def rest(client):
    """Takes its time, without a sign of life: longer than impatient proxies allow."""
    await asyncio.sleep(REST_S)
    return {"rested": True}


async def touch(client):
    """Changes a page."""
    if client.by_rounds:
        await changes.publish(ResourceUpdated(uri="page://7"))
    else:
        await client.session.send_resource_updated("page://7")
    return {}


async def log(client):
    for level in ("info", "warning"):
        await client.session.send_log_message(
            level, {"level": level}, logger="peer", related_request_id=client.request_id
        )
    return {}


TOOLS = {
    tool.__name__: tool
    for tool in (book, visit, ask, folders, plan, wait, tell, fail, touch, log, hang_up, rest)
}


async def list_tools(ctx, params):
    empty = {"type": "object", "properties": {}}
    return types.ListToolsResult(
        tools=[types.Tool(name=name, input_schema=empty) for name in TOOLS]
    )


async def call_tool(ctx, params):
    try:
        told = await TOOLS[params.name](Client(ctx, params))
    except Unanswered as asks:
        return asks.result
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
    told = f"This is {params.uri}."
    if params.uri == "ask://folders":
        try:
            told = json.dumps(await folders(Client(ctx, params)))
        except Unanswered as asks:
            return asks.result
    text = types.TextResourceContents(uri=params.uri, text=told)
    return types.ReadResourceResult(contents=[text])


async def subscribe(ctx, params):
    return types.EmptyResult()


async def unsubscribe(ctx, params):
    return types.EmptyResult()


async def list_prompts(ctx, params):
    city = types.PromptArgument(name="city", required=True)
    prompts = [types.Prompt(name="plan", arguments=[city]), types.Prompt(name="packing")]
    return types.ListPromptsResult(prompts=prompts)


async def get_prompt(ctx, params):
    if params.name == "packing":
        try:
            told = json.dumps(await book(Client(ctx, params)))
        except Unanswered as asks:
            return asks.result
    else:
        told = f"Plan a week in {params.arguments['city']}."
    text = types.TextContent(type="text", text=told)
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=text)])


async def complete(ctx, params):
    typed = params.argument.value.lower()
    values = [city for city in CITIES if city.lower().startswith(typed)]
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values)))


async def set_level(ctx, params):
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
    on_subscriptions_listen=ListenHandler(changes),
    on_roots_list_changed=roots_changed,
)


async def by_pipe():
    async with stdio_server() as (reader, writer):
        options = server.create_initialization_options(NotificationOptions())
        await server.run(reader, writer, options)


async def by_http():
    # Clients that lost a stream come back soon.
    app = server.streamable_http_app(event_store=Events(), retry_interval=100)
    await web.serve(app, "/mcp")


asyncio.run(by_http() if "http" in sys.argv else by_pipe())
