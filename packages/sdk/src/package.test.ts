import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
/** A program that starts an API, captures two requests with each of two entry points, and prints the logs that the receiver got. */
const PROGRAM = `
import { createServer } from 'node:http';
import { once } from 'node:events';
import { gunzipSync } from 'node:zlib';
import * as index from '@context-sync/sdk';
import { contextSync as express } from '@context-sync/sdk/express';
import { contextSync as fastify } from '@context-sync/sdk/fastify';
import { contextSync as web } from '@context-sync/sdk/fetch';
import { contextSync as hono } from '@context-sync/sdk/hono';
import { contextSync as node } from '@context-sync/sdk/node';

const lines = [];
const receiver = createServer(async (req, res) => {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  if (req.method !== 'POST') return res.writeHead(404).end();
  const text = gunzipSync(Buffer.concat(chunks)).toString().trim().split('\\n');
  lines.push(...text.map((line) => JSON.parse(line)));
  res.writeHead(201).end(JSON.stringify({ accepted: text.length }));
}).listen(0, '127.0.0.1');
await once(receiver, 'listening');
const options = { url: 'http://127.0.0.1:' + receiver.address().port, project: 'octo-api', key: 'csk_test', bodies: 'all' };
for (const make of [express, fastify, hono, node]) await make(options).close();
const capture = node(options);
const api = createServer((req, res) => { capture(req, res); res.setHeader('content-type', 'application/json'); res.end('{"password":"hunter2"}'); });
api.listen(0, '127.0.0.1');
await once(api, 'listening');
await (await fetch('http://127.0.0.1:' + api.address().port + '/pets/1')).text();
await capture.close();
const handler = web(() => new Response('{"code":"nope"}', { status: 404, headers: { 'content-type': 'application/json' } }), options);
await (await handler(new Request('https://api.example.com/pets/2'))).text();
await handler.close();
api.closeAllConnections(); api.close(); receiver.closeAllConnections(); receiver.close();
console.log(JSON.stringify(lines.map(({ status, errorCode, response }) => [status, errorCode ?? null, response.body])));
`;

/**
 * The Node versions to test: the one that runs the tests, others on this machine, and those in the environment, such as `NODE_BINARIES=<path>:<path>
 * vitest run packages/sdk/src/package`. `npm install node@22` in an empty folder installs a version.
 */
const NODES = [
  process.execPath,
  ...['/usr/bin/node', '/usr/local/bin/node'].filter((path) => existsSync(path)),
  ...(process.env.NODE_BINARIES ?? '').split(delimiter).filter((path) => path !== ''),
];

it('the packed SDK installs into an empty folder and runs there, without dependencies', () => {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-pack-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const npm = (args: readonly string[], cwd: string) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd,
      encoding: 'utf8',
    });
  npm(['pack', '--pack-destination', folder], PACKAGE);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  writeFileSync(join(folder, 'package.json'), '{"name":"app","private":true,"type":"module"}');
  npm(['install', `./${archive}`], folder);
  const installed = join(folder, 'node_modules/@context-sync/sdk');
  expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@context-sync']);
  expect(readFileSync(join(installed, 'build/node.js'), 'utf8')).not.toMatch(/@context-sync\/redaction/);
  expect(existsSync(join(installed, 'build/types/hono.d.ts'))).toBe(true);
  writeFileSync(join(folder, 'main.mjs'), PROGRAM);
  for (const node of NODES) {
    const output = execFileSync(node, ['main.mjs'], { cwd: folder, encoding: 'utf8' });
    expect(JSON.parse(output), node).toEqual([
      [200, null, { password: '[redacted]' }],
      [404, 'nope', { code: 'nope' }],
    ]);
  }
});
