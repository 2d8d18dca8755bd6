// A server on the official TypeScript SDK that asks its client for everything there is to ask, in both eras. What a
// tool was told comes back in its result, so that the client can compare it with what it said.
import { Server } from '@modelcontextprotocol/server';
import { Client, Unanswered } from './asking.mjs';
import { book, folders, seen, tools } from './tools.mjs';

const PAGE = 10;
const RESOURCES = 25;
const CITIES = ['Barcelona', 'Bergen', 'Berlin', 'Bologna'];

const empty = { type: 'object', properties: {} };

const orAsk = work =>
  work.catch(error => {
    if (error instanceof Unanswered) return error.result;
    throw error;
  });

/** One server; `changed` tells those who watch of a resource, where they have no stream of the server's. */
export function make(byRounds, changed) {
  const server = new Server(
    { name: 'typescript-peer', version: '1' },
    {
      capabilities: {
        tools: {},
        prompts: {},
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
    },
  );

  server.setRequestHandler('tools/list', async () => ({
    tools: Object.keys(tools).map(name => ({ name, inputSchema: empty })),
  }));

  server.setRequestHandler('tools/call', async (request, context) => {
    try {
      const told = await tools[request.params.name](new Client(context, byRounds), { server, changed });
      return { content: [{ type: 'text', text: JSON.stringify(told) }] };
    } catch (error) {
      if (error instanceof Unanswered) return error.result;
      // What a client refuses is an error of the protocol's, as in the other SDKs.
      if (error.code !== undefined) throw error;
      return { content: [{ type: 'text', text: error.message }], isError: true };
    }
  });

  server.setRequestHandler('resources/list', async request => {
    const start = Number(request.params?.cursor ?? 0);
    const end = Math.min(start + PAGE, RESOURCES);
    const numbers = Array.from({ length: end - start }, (_, at) => start + at);
    return {
      resources: numbers.map(n => ({ uri: `page://${n}`, name: `page ${n}` })),
      ...(end < RESOURCES && { nextCursor: String(end) }),
    };
  });

  server.setRequestHandler('resources/read', async (request, context) => {
    const uri = request.params.uri;
    const contents = text => ({ contents: [{ uri, text }] });
    if (uri !== 'ask://folders') return contents(`This is ${uri}.`);
    return orAsk(folders(new Client(context, byRounds)).then(told => contents(JSON.stringify(told))));
  });

  server.setRequestHandler('resources/subscribe', async () => ({}));
  server.setRequestHandler('resources/unsubscribe', async () => ({}));

  server.setRequestHandler('prompts/list', async () => ({
    prompts: [{ name: 'plan', arguments: [{ name: 'city', required: true }] }, { name: 'packing' }],
  }));

  server.setRequestHandler('prompts/get', async (request, context) => {
    const messages = text => ({ messages: [{ role: 'user', content: { type: 'text', text } }] });
    if (request.params.name !== 'packing') return messages(`Plan a week in ${request.params.arguments.city}.`);
    return orAsk(book(new Client(context, byRounds)).then(told => messages(JSON.stringify(told))));
  });

  server.setRequestHandler('completion/complete', async request => {
    const typed = request.params.argument.value.toLowerCase();
    const values = CITIES.filter(city => city.toLowerCase().startsWith(typed));
    return { completion: { values, total: values.length } };
  });

  server.setNotificationHandler('notifications/roots/list_changed', () => {
    seen.rootsChanged++;
  });
  return server;
}
