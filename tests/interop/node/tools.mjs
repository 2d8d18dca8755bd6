// The tools: each gives what it was told.
import { setTimeout as sleep } from 'node:timers/promises';

const REST_MS = 4000;

const BOOKING = {
  type: 'object',
  properties: {
    traveller: { type: 'string', title: 'Traveller', minLength: 2 },
    guests: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
    seat: { type: 'string', enum: ['window', 'aisle'] },
    insured: { type: 'boolean', default: false },
  },
  required: ['traveller'],
};

// What happened without a result of its own.
export const seen = { cancelled: 0, rootsChanged: 0 };

const form = message => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema: BOOKING },
});

function sample(...words) {
  const messages = words.map((text, at) => ({
    role: at % 2 === 0 ? 'user' : 'assistant',
    content: { type: 'text', text },
  }));
  const params = {
    messages,
    maxTokens: 64,
    systemPrompt: 'Answer in one word.',
    stopSequences: ['.'],
    temperature: 0.5,
  };
  return { method: 'sampling/createMessage', params };
}

export const book = async client => (await client.ask({ form: form('Who travels?') })).form;

async function visit(client, { server }) {
  const params = { mode: 'url', message: 'Please pay.', url: 'https://pay.example.org/?id=7#now' };
  if (!client.byRounds) params.elicitationId = 'visit-7';
  const { url } = await client.ask({ url: { method: 'elicitation/create', params } });
  if (url.action === 'accept' && !client.byRounds) {
    await server.createElicitationCompletionNotifier('visit-7')();
  }
  return url;
}

const ask = async client =>
  (await client.ask({ sample: sample('Name a city.', 'Which country?', 'Spain') })).sample;

export const folders = async client =>
  (await client.ask({ roots: { method: 'roots/list' } })).roots.roots;

// Two questions at once, and one that the answers lead to.
async function plan(client) {
  const told = await client.ask({ form: form('Who travels?'), roots: { method: 'roots/list' } });
  const traveller = told.form.content.traveller;
  const folder = told.roots.roots[0].name;
  return { ...told, ...(await client.ask({ sample: sample(`Where does ${traveller} go, from ${folder}?`) })) };
}

async function wait(client) {
  const { _meta, signal, notify } = client.context.mcpReq;
  const params = { progressToken: _meta.progressToken, progress: 1, total: 2, message: 'waiting' };
  await notify({ method: 'notifications/progress', params });
  if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve));
  seen.cancelled++;
  throw new Error('cancelled');
}

const tell = async () => seen;

const fail = async () => {
  throw new Error('this tool always fails');
};

// Changes a page.
async function touch(client, { server, changed }) {
  if (client.byRounds) changed('page://7');
  else await server.sendResourceUpdated({ uri: 'page://7' });
  return {};
}

async function log(client) {
  for (const level of ['info', 'warning']) await client.context.mcpReq.log(level, { level }, 'peer');
  return {};
}

// Ends the stream of this call before there is a result, as long operations may.
async function hang_up(client) {
  const close = client.context.http?.closeSSE;
  close?.();
  return { hungUp: close !== undefined };
}

// Takes its time, without a sign of life.
async function rest() {
  await sleep(REST_MS);
  return { rested: true };
}

export const tools = { book, visit, ask, folders, plan, wait, tell, fail, touch, log, hang_up, rest };
