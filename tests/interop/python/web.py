"""Serving over HTTP: on a free port, with the URL on standard output once connections are taken."""

import socket

import uvicorn


async def serve(app, path):
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listener.getsockname()[1]}{path}", flush=True)
    config = uvicorn.Config(app, interface="asgi3", log_level="warning")
    await uvicorn.Server(config).serve(sockets=[listener])
