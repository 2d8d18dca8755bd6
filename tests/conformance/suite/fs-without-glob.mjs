// Node 20 has no `globSync` in `fs`, which the suite imports for a command that is not used here: its
// import gets one that fails. Newer versions of Node have their own, and nothing is changed.
import fs from 'node:fs';
import { register } from 'node:module';

const REPLACED = 'libmcpclient:fs';

const hooks = `
export function resolve(name, context, next) {
  const suite = (context.parentURL ?? '').includes('/@modelcontextprotocol/conformance/');
  return suite && name === 'fs' ? { url: '${REPLACED}', shortCircuit: true } : next(name, context);
}

const source = \`
export * from 'node:fs';
export { default } from 'node:fs';
export function globSync() {
  throw new Error('globSync needs Node 22');
}\`;

export function load(url, context, next) {
  return url === '${REPLACED}' ? { format: 'module', source, shortCircuit: true } : next(url, context);
}
`;

if (!fs.globSync) {
  register(`data:text/javascript,${encodeURIComponent(hooks)}`);
}
