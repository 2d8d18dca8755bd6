"""A client of the Model Context Protocol: it starts servers, calls their tools, reads their resources and
prompts, and lets a program answer what servers ask in return.

::

    import asyncio, mcpclient

    class Terminal(mcpclient.Host):
        async def elicit_form(self, ask):              # defining it declares it
            print(f"{ask.server} asks: {ask.message}")
            for field in ask.form:
                while problem := field.type(await asyncio.to_thread(input, f"{field.title}: ")):
                    print(problem)
            return ask.form.accept()

    async def main():
        async with mcpclient.connect("travel-server", host=Terminal()) as client:
            result = await client.call_tool("bookVacation", timeout=30)
            print(client.revision, result.text)

    asyncio.run(main())

:mod:`mcpclient.sync` has the same without asyncio. Names ending in ``_raw`` are the server's very words;
their counterparts are made safe to show.
"""

import atexit

from ._call import Call
from ._client import Client, Connection, Host, connect, start
from ._core import Server, suspend_all, wake_all
from ._errors import (
    BadJsonError,
    BusyError,
    CancelledError,
    ClosedError,
    Error,
    Exit,
    ForkedError,
    FormError,
    GoneError,
    HttpError,
    HttpFailure,
    InvalidArgError,
    LostError,
    NetworkError,
    PanicError,
    PendingError,
    ProtocolError,
    ReentrantError,
    RefusedError,
    RootError,
    SampleError,
    ServerError,
    ServerFailure,
    StartError,
    SuspendedError,
    TimeoutError,
    TooLargeError,
    UnsupportedError,
    VersionError,
)
from ._json import Json
from ._native import VERSION as __version__
from ._native import (
    Answer,
    Argument,
    Block,
    Choice,
    Field,
    FieldError,
    Form,
    FormRequest,
    Hazard,
    Http,
    Icon,
    Input,
    Item,
    Message,
    Model,
    ModelChoice,
    Objection,
    Root,
    Roots,
    RootsRequest,
    SampleDraft,
    SampleRequest,
    Socket,
    Stdio,
    UrlRequest,
    _close,
    display,
    display_line,
    path_to_uri,
    rehearse,
    root_contains,
    uri_to_path,
    uri_to_path_bytes,
    workspace,
)
from ._options import CallOptions, Limits, Options, Rates, Times
from ._results import (
    Completion,
    Listing,
    Output,
    PromptList,
    PromptResult,
    ResourceList,
    ResourceResult,
    ResourceTemplateList,
    Result,
    SetAside,
    ToolList,
    ToolResult,
)
from ._transport import Exchange, Exchanger, Lane

__all__ = [
    "Answer",
    "Argument",
    "BadJsonError",
    "Block",
    "BusyError",
    "Call",
    "CallOptions",
    "CancelledError",
    "Choice",
    "Client",
    "ClosedError",
    "Completion",
    "Connection",
    "Error",
    "Exchange",
    "Exchanger",
    "Exit",
    "Field",
    "FieldError",
    "ForkedError",
    "Form",
    "FormError",
    "FormRequest",
    "GoneError",
    "Hazard",
    "Host",
    "Http",
    "HttpError",
    "HttpFailure",
    "Icon",
    "Input",
    "InvalidArgError",
    "Item",
    "Json",
    "Lane",
    "Limits",
    "Listing",
    "LostError",
    "Message",
    "Model",
    "ModelChoice",
    "NetworkError",
    "Objection",
    "Options",
    "Output",
    "PanicError",
    "PendingError",
    "PromptList",
    "PromptResult",
    "ProtocolError",
    "Rates",
    "ReentrantError",
    "RefusedError",
    "ResourceList",
    "ResourceResult",
    "ResourceTemplateList",
    "Result",
    "Root",
    "RootError",
    "Roots",
    "RootsRequest",
    "SampleDraft",
    "SampleError",
    "SampleRequest",
    "Server",
    "ServerError",
    "ServerFailure",
    "SetAside",
    "Socket",
    "StartError",
    "Stdio",
    "SuspendedError",
    "TimeoutError",
    "Times",
    "ToolList",
    "ToolResult",
    "TooLargeError",
    "UnsupportedError",
    "UrlRequest",
    "VersionError",
    "__version__",
    "connect",
    "display",
    "display_line",
    "path_to_uri",
    "rehearse",
    "root_contains",
    "start",
    "suspend_all",
    "uri_to_path",
    "uri_to_path_bytes",
    "wake_all",
    "workspace",
]

# Servers end with the program, and no thread of the library's is inside an interpreter that goes.
atexit.register(_close)
