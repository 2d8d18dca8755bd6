"""Contenders `ours-py`, `py` and `fastmcp`: this library (--ours), the official Python SDK (--mcp), and fastmcp's
client (--fastmcp).

Defaults throughout: asyncio as the libraries start it, no uvloop. Each has an environment of its own.
"""

import asyncio
import importlib
import json
import os
import sys

import measure
from measure import Phase
from said import Seen

ECHO = "The quick brown fox jumps over the lazy dog; then it sleeps. 0123456789 abcdefghij klmnop"
CONCURRENCY = 64
MODULE, NAME = {
    "--ours": ("ours", "Ours"),
    "--mcp": ("others", "Mcp"),
    "--fastmcp": ("others", "Fastmcp"),
}[sys.argv[1]]
LIBRARY = getattr(importlib.import_module(MODULE), NAME)()
WORKLOAD, TRANSPORT, ERA, TARGET = sys.argv[2:6]
N = int(sys.argv[6])
ASKING = {
    "w4": ("elicit", "ada@example.com"),
    "w5s": ("sample", "A fox jumps"),
    "w5r": ("roots", "file:///srv/b"),
}


def make():
    return LIBRARY.make(TRANSPORT == "stdio", ERA == "stateless", TARGET)


async def echo(client):
    assert await LIBRARY.call(client, "echo", {"text": ECHO}) == ECHO


async def ask(client):
    tool, expected = ASKING[WORKLOAD]
    assert expected in await LIBRARY.call(client, tool, {})


async def concurrent(client):
    async def worker(count):
        for _ in range(count):
            await echo(client)

    async def run(total):
        each = -(-total // CONCURRENCY)
        await asyncio.gather(*(worker(each) for _ in range(CONCURRENCY)))
        return each * CONCURRENCY

    await run(measure.warmup(N))
    phase = Phase()
    return measure.operations(phase, await run(N))


async def blobs(client):
    size = 1 << 20 if WORKLOAD == "w3-1m" else 16 << 20

    async def get():
        assert len(await LIBRARY.call(client, "blob", {"n": size})) == size

    await echo(client)
    memory = Phase()
    await get()
    phase = Phase()
    for _ in range(N):
        await get()
    return measure.blobs(memory, phase, N, size)


async def flood(client):
    for _ in range(20):
        await echo(client)
    phase = Phase()
    await LIBRARY.call(client, "notify", {"n": N}, progress=True)
    early = Seen.count
    still = 0
    while Seen.count < N and still < 100:
        before = Seen.count
        await asyncio.sleep(0.002)
        still = still + 1 if Seen.count == before else 0
    secs, cpu = phase.secs() - 0.002 * still, phase.cpu_us()
    return {
        "notif_s": N / secs,
        "cpu_us_notif": cpu / N,
        "growth_mb": phase.growth_kb() / 1024,
        "late_pct": (N - early) * 100 / N,
        "disorder_pct": Seen.disorder * 100 / N,
        "lost_pct": (N - Seen.count) * 100 / N,
    }


async def list_all(client):
    async def listed():
        assert await LIBRARY.list_tools(client) == 1000

    await listed()
    phase = Phase()
    for _ in range(N):
        await listed()
    return measure.listings(phase, N)


async def default_limits(client):
    try:
        async with asyncio.timeout(10):
            await LIBRARY.call(client, "blob", {"n": 16 << 20})
        return {"outcome": 1}
    except TimeoutError:
        return {"outcome": -1}
    except Exception:
        return {"outcome": 0}


async def run(client):
    match WORKLOAD:
        case "w1":
            return await measure.timed(N, lambda: echo(client))
        case "w2":
            return await concurrent(client)
        case "w3-1m" | "w3-16m":
            return await blobs(client)
        case "w4" | "w5s" | "w5r":
            return await measure.timed(N, lambda: ask(client))
        case "w6":
            return await flood(client)
        case "w7":
            await echo(client)
            return measure.cold_start()
        case "w8":
            return await list_all(client)
        case "d16":
            return await default_limits(client)
    raise SystemExit(f"no workload {WORKLOAD}")


async def servers():
    ready, called = asyncio.Semaphore(0), asyncio.Semaphore(0)
    go = asyncio.Event()

    # Each connection is entered in a task of its own, as anyio's task groups require; none is left.
    async def one():
        async with make() as client:
            ready.release()
            await go.wait()
            await echo(client)
            called.release()
            await asyncio.Event().wait()

    phase = Phase()
    tasks = [asyncio.create_task(one()) for _ in range(N)]
    for _ in tasks:
        await ready.acquire()
    connected = phase.secs()
    go.set()
    for _ in tasks:
        await called.acquire()
    return measure.servers(phase, connected, N)


def finish(metrics):
    print(json.dumps(metrics), flush=True)
    os._exit(0)


async def main():
    if WORKLOAD == "w9":
        finish(await servers())
    async with make() as client:
        finish(await run(client))


asyncio.run(main())
