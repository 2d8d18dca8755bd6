// Contender `ts`: @modelcontextprotocol/client, the official TypeScript SDK, on Node. Defaults
// throughout, but the stdio buffer's limit is raised for w3 (d16 shows the default).
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  Phase, blobs, coldStart, listings, operations, servers, timed, warmup,
} from './measure.mjs';

const ECHO = 'The quick brown fox jumps over the lazy dog; then it sleeps. 0123456789 abcdefghij klmnop';
const FORM = {
  name: 'Ada Lovelace', email: 'ada@example.com', age: 36, newsletter: true, plan: 'pro',
};
const ASKING = {
  w4: ['elicit', 'ada@example.com'],
  w5s: ['sample', 'A fox jumps'],
  w5r: ['roots', 'file:///srv/b'],
};
const CONCURRENCY = 64;
const [workload, transport, era, target, count] = process.argv.slice(2);
const n = Number(count);

const check = (right, what) => {
  if (!right) throw new Error(`check failed: ${what}`);
};

// The notifications that were handled.
const seen = { count: 0, last: 0, disorder: 0, all: null };
const saw = index => {
  if (index < seen.last) seen.disorder++;
  seen.last = index;
  seen.count++;
  if (seen.count === n) seen.all?.();
};

function makeTransport() {
  if (transport === 'http') return new StreamableHTTPClientTransport(new URL(target));
  const [command, ...args] = target.split(/\s+/);
  const raised = workload.startsWith('w3') ? { maxBufferSize: 2 ** 30 } : {};
  return new StdioClientTransport({ command, args, ...raised });
}

async function connect() {
  const client = new Client(
    { name: 'bench', version: '0.1.0' },
    {
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
      versionNegotiation: { mode: era === 'stateless' ? { pin: '2026-07-28' } : 'legacy' },
    },
  );
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: FORM }));
  client.setRequestHandler('sampling/createMessage', async () => ({
    role: 'assistant',
    content: { type: 'text', text: 'A fox jumps over a dog.' },
    model: 'bench-model',
    stopReason: 'endTurn',
  }));
  client.setRequestHandler('roots/list', async () => ({
    roots: [{ uri: 'file:///srv/a', name: 'a' }, { uri: 'file:///srv/b', name: 'b' }],
  }));
  client.setNotificationHandler('notifications/message', message => saw(message.params.data.seq));
  await client.connect(makeTransport());
  return client;
}

async function call(client, name, args, options) {
  const result = await client.callTool({ name, arguments: args }, options);
  return result.content[0].text;
}

const echo = async client => check((await call(client, 'echo', { text: ECHO })) === ECHO, 'echo');

async function ask(client) {
  const [tool, expected] = ASKING[workload];
  check((await call(client, tool, {})).includes(expected), tool);
}

async function concurrent(client) {
  const worker = async each => {
    for (let i = 0; i < each; i++) await echo(client);
  };
  const run = async total => {
    const each = Math.ceil(total / CONCURRENCY);
    await Promise.all(Array.from({ length: CONCURRENCY }, () => worker(each)));
    return each * CONCURRENCY;
  };
  await run(warmup(n));
  const phase = new Phase();
  return operations(phase, await run(n));
}

async function largeResults(client) {
  const size = workload === 'w3-1m' ? 1 << 20 : 16 << 20;
  const get = async () => check((await call(client, 'blob', { n: size })).length === size, 'blob');
  await echo(client);
  const memory = new Phase();
  await get();
  const phase = new Phase();
  for (let i = 0; i < n; i++) await get();
  return blobs(memory, phase, n, size);
}

async function flood(client) {
  for (let i = 0; i < 20; i++) await echo(client);
  const all = new Promise(resolve => {
    seen.all = resolve;
  });
  const phase = new Phase();
  await call(client, 'notify', { n }, { onprogress: p => saw(p.progress), timeout: 120_000 });
  const early = seen.count;
  // Progress that comes after the call is settled is dropped by the SDK, so all may never come.
  if (seen.count < n) await Promise.race([all, new Promise(r => setTimeout(r, 10_000))]);
  const { secs, cpuUs } = phase;
  return {
    notif_s: n / secs,
    cpu_us_notif: cpuUs / n,
    growth_mb: phase.growthKb / 1024,
    late_pct: ((n - early) * 100) / n,
    disorder_pct: (seen.disorder * 100) / n,
    lost_pct: ((n - seen.count) * 100) / n,
  };
}

async function list(client) {
  const listed = async () => check((await client.listTools()).tools.length === 1000, 'list');
  await listed();
  const phase = new Phase();
  for (let i = 0; i < n; i++) await listed();
  return listings(phase, n);
}

async function defaultLimits(client) {
  const size = 16 << 20;
  const outcome = await Promise.race([
    call(client, 'blob', { n: size }).then(() => 1, () => 0),
    new Promise(resolve => setTimeout(resolve, 10_000, -1)),
  ]);
  return { outcome };
}

async function manyServers() {
  const phase = new Phase();
  const clients = await Promise.all(Array.from({ length: n }, connect));
  const connected = phase.secs;
  await Promise.all(clients.map(echo));
  return servers(phase, connected, n);
}

async function run() {
  if (workload === 'w9') return manyServers();
  const client = await connect();
  switch (workload) {
    case 'w1': return timed(n, () => echo(client));
    case 'w2': return concurrent(client);
    case 'w3-1m':
    case 'w3-16m': return largeResults(client);
    case 'w4':
    case 'w5s':
    case 'w5r': return timed(n, () => ask(client));
    case 'w6': return flood(client);
    case 'w7': await echo(client); return coldStart();
    case 'w8': return list(client);
    case 'd16': return defaultLimits(client);
    default: throw new Error(`no workload ${workload}`);
  }
}

const metrics = await run();
process.stdout.write(`${JSON.stringify(metrics)}\n`, () => process.exit(0));
