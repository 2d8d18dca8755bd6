// Serves over HTTP on a free port, and says the URL on standard output: sessions with events that are kept for those
// who lost a stream, and the revision without sessions beside them.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { NodeStreamableHTTPServerTransport, toNodeHandler, toWebRequest } from '@modelcontextprotocol/node';
import { createMcpHandler, isLegacyRequest } from '@modelcontextprotocol/server';
import { make } from './server.mjs';

const RETRY_MS = 100;

/** The events of all streams, one after the other. */
class Events {
  events = [];

  async storeEvent(stream, message) {
    this.events.push({ stream, message });
    return String(this.events.length);
  }

  async getStreamIdForEventId(id) {
    return this.events[id - 1]?.stream;
  }

  async replayEventsAfter(last, { send }) {
    const { stream } = this.events[last - 1];
    for (let at = Number(last); at < this.events.length; at++) {
      const event = this.events[at];
      const isMessage = event.message.jsonrpc !== undefined;
      if (event.stream === stream && isMessage) await send(String(at + 1), event.message);
    }
    return stream;
  }
}

const sessions = new Map();

async function inSession(request, response) {
  const id = request.headers['mcp-session-id'];
  if (id !== undefined && !sessions.has(id)) return response.writeHead(404).end();
  let transport = sessions.get(id);
  if (transport === undefined) {
    transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: made => sessions.set(made, transport),
      onsessionclosed: closed => sessions.delete(closed),
      eventStore: new Events(),
      retryInterval: RETRY_MS,
    });
    await make(false).connect(transport);
  }
  return transport.handleRequest(request, response, request.body);
}

const modern = createMcpHandler(() => make(true, uri => modern.notify.resourceUpdated(uri)), {
  legacy: 'reject',
});
const bySingleRequests = toNodeHandler(modern);

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
}

const server = createServer(async (request, response) => {
  try {
    if (request.method !== 'POST') return await inSession(request, response);
    const parsed = await body(request);
    if (await isLegacyRequest(await toWebRequest(request, parsed))) {
      request.body = parsed;
      return await inSession(request, response);
    }
    return await bySingleRequests(request, response, parsed);
  } catch (error) {
    console.error(error);
    if (!response.headersSent) response.writeHead(500);
    return response.end();
  }
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`));
