"""A small server over Streamable HTTP, of the handshake's last revision, on a port of its own."""

from __future__ import annotations

import json
import queue
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

#: Guards against hangs alone.
PATIENCE = 60.0

FORM = {
    "type": "object",
    "properties": {"city": {"type": "string", "title": "City"}},
    "required": ["city"],
}


@dataclass
class Seen:
    """One request."""

    method: str
    headers: dict[str, str]
    body: Any

    @property
    def rpc(self) -> str | None:
        """The method of JSON-RPC in it."""
        return self.body.get("method") if isinstance(self.body, dict) else None


@dataclass
class Web:
    """Answers tools by their names, and keeps what it was sent. ``refusal`` is a status and a body for everything."""

    refusal: tuple[int, dict[str, str], bytes] | None = None
    listening: bool = True
    seen: list[Seen] = field(default_factory=list)
    #: What the client posts in answer.
    answers: queue.Queue[Any] = field(default_factory=queue.Queue)
    #: For streams that were asked for by GET: an event, or an end.
    unasked: queue.Queue[Any] = field(default_factory=queue.Queue)
    #: Lets ``wait`` go on.
    go: threading.Event = field(default_factory=threading.Event)
    #: ``wait`` has begun, once for each time.
    waiting: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    #: A stream was opened, once for each time.
    opened: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))

    def __enter__(self) -> Web:
        web = self

        class Handler(Speaker):
            server_of = web

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.go.set()
        self.unasked.put(None)
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}/mcp"

    def requests(self, *kinds: str) -> list[Seen]:
        """Those of these methods, of HTTP or of JSON-RPC."""
        return [seen for seen in self.seen if seen.method in kinds or seen.rpc in kinds]


class Speaker(BaseHTTPRequestHandler):
    server_of: Web
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""

    def handle_one_request(self) -> None:
        try:
            super().handle_one_request()
        except (ConnectionError, TimeoutError):
            # The client has given the exchange up.
            self.close_connection = True

    # What is said.

    def plain(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def rpc(self, id: Any, result: Any, **headers: str) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.plain(200, {"Content-Type": "application/json", **headers}, body)

    def stream(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()

    def event(self, message: Any) -> None:
        data = f"event: message\ndata: {json.dumps(message)}\n\n".encode()
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))

    def end_of_stream(self) -> None:
        self.wfile.write(b"0\r\n\r\n")

    # What is asked.

    def heard(self) -> Any:
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(length)
        message = json.loads(body) if body else None
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server_of.seen.append(Seen(self.command, headers, message))
        return message

    def do_GET(self) -> None:
        self.heard()
        web = self.server_of
        if not web.listening:
            return self.plain(405, {"Allow": "POST"})
        self.stream()
        web.opened.release()
        while (message := web.unasked.get(timeout=PATIENCE)) is not None:
            self.event(message)
        self.end_of_stream()

    def do_DELETE(self) -> None:
        self.heard()
        self.plain(204, {})

    def do_POST(self) -> None:
        message = self.heard()
        web = self.server_of
        if web.refusal is not None:
            return self.plain(*web.refusal)
        method, id = message.get("method"), message.get("id")
        if method is None:
            web.answers.put(message)
            return self.plain(202, {})
        if id is None:
            return self.plain(202, {})
        if method == "server/discover":
            error = {"code": -32000, "message": "Bad Request: no session"}
            body = json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode()
            return self.plain(400, {"Content-Type": "application/json"}, body)
        if method == "initialize":
            facts = {
                "protocolVersion": "2025-11-25",
                "capabilities": {"tools": {}, "logging": {}},
                "serverInfo": {"name": "web", "version": "1"},
            }
            return self.rpc(id, facts, Mcp_Session_Id="session-1")
        if method == "tools/call":
            params = message["params"]
            return getattr(self, f"tool_{params['name']}")(id, params.get("arguments") or {}, params)
        self.rpc(id, {})

    # Tools.

    @staticmethod
    def text(text: str) -> Any:
        return {"content": [{"type": "text", "text": text}]}

    def tool_echo(self, id: Any, arguments: Any, _: Any) -> None:
        self.rpc(id, self.text(arguments["text"]))

    def tool_status(self, id: Any, arguments: Any, _: Any) -> None:
        self.plain(arguments["status"], arguments["headers"], arguments["body"].encode())

    def tool_count(self, id: Any, arguments: Any, params: Any) -> None:
        token = params.get("_meta", {}).get("progressToken")
        self.stream()
        for number in range(1, arguments["to"] + 1):
            progress = {"progressToken": token, "progress": number}
            self.event({"jsonrpc": "2.0", "method": "notifications/progress", "params": progress})
        self.event({"jsonrpc": "2.0", "id": id, "result": self.text("done")})
        self.end_of_stream()

    def tool_ask(self, id: Any, arguments: Any, _: Any) -> None:
        self.stream()
        params = {"message": "Where to?", "requestedSchema": FORM}
        self.event({"jsonrpc": "2.0", "id": "e1", "method": "elicitation/create", "params": params})
        answer = self.server_of.answers.get(timeout=PATIENCE)
        assert answer["id"] == "e1", answer
        self.event({"jsonrpc": "2.0", "id": id, "result": self.text(json.dumps(answer["result"]))})
        self.end_of_stream()

    def tool_big(self, id: Any, arguments: Any, _: Any) -> None:
        self.rpc(id, self.text("x" * arguments["bytes"]))

    def tool_wait(self, id: Any, arguments: Any, _: Any) -> None:
        self.server_of.waiting.release()
        assert self.server_of.go.wait(PATIENCE), "nobody let it go on"
        self.rpc(id, self.text("waited"))

    def tool_hang_up(self, id: Any, arguments: Any, _: Any) -> None:
        self.stream()
        self.wfile.flush()
        self.close_connection = True
