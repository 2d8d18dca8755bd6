"""HTTP stacks of the host's own, as simple as they can be."""

from __future__ import annotations

import asyncio
import http.client
import socket
from urllib.parse import urlsplit

import mcpclient


class Streams(mcpclient.Exchanger):
    """HTTP/1.1 on asyncio's streams: one connection for each exchange."""

    def __init__(self) -> None:
        self.exchanges: list[mcpclient.Exchange] = []
        self.cancelled = 0

    async def open(self, exchange: mcpclient.Exchange) -> None:
        self.exchanges.append(exchange)
        url = urlsplit(exchange.url)
        try:
            reader, writer = await asyncio.open_connection(url.hostname, url.port)
        except OSError:
            return exchange.end("unreachable", "nobody listens there")
        try:
            lines = [f"{exchange.method} {url.path} HTTP/1.1", f"Host: {url.netloc}"]
            lines += [f"{name}: {value}" for name, value in exchange.headers]
            lines += [f"Content-Length: {len(exchange.body)}", "Connection: close", "", ""]
            writer.write("\r\n".join(lines).encode() + exchange.body)
            status = int((await reader.readline()).split()[1])
            headers: list[tuple[str, str]] = []
            while line := (await reader.readline()).strip():
                name, _, value = line.decode("latin-1").partition(":")
                headers.append((name, value.strip()))
            exchange.head(status, headers)
            chunked = any(value == "chunked" for name, value in headers if name == "Transfer-Encoding")
            while chunked:
                size = int((await reader.readline()) or b"-1", 16)
                if size < 0:
                    return exchange.end("broken", "it hung up")
                data = await reader.readexactly(size + 2)
                if size == 0:
                    break
                await exchange.write(data[:-2])
            while not chunked and (data := await reader.read(65536)):
                await exchange.write(data)
            exchange.end()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        finally:
            writer.close()


def blocking(exchange: mcpclient.Exchange) -> None:
    """``http.client``, on whatever thread this is."""
    url = urlsplit(exchange.url)
    connection = http.client.HTTPConnection(url.netloc)
    try:
        connection.connect()
    except OSError:
        return exchange.end("unreachable", "nobody listens there")

    def break_off() -> None:
        # Whoever reads from it reads its end.
        if connection.sock is not None:
            connection.sock.shutdown(socket.SHUT_RDWR)

    exchange.add_abort_callback(break_off)
    try:
        connection.request(exchange.method, url.path, exchange.body, dict(exchange.headers))
        with connection.getresponse() as answer:
            exchange.head(answer.status, answer.getheaders())
            while data := answer.read1(65536):
                exchange.write_blocking(data)
        exchange.end()
    except (OSError, http.client.HTTPException):
        if not exchange.aborted:
            exchange.end("broken", "it hung up")
    finally:
        connection.close()
