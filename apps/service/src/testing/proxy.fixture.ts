import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { connectRaw } from '../platform/connections/raw-client.fixture.ts';
import { scratchFolder } from '../platform/database/behavior/database.fixture.ts';
import { requireProgram } from './debian-package.fixture.ts';

const HOSTING = readFileSync(new URL('../../../../docs/how-to/host-the-service.md', import.meta.url), 'utf8');
/** The host and port of the service in the documentation. */
const SERVICE = '127.0.0.1:8787';
const HOST = 'sync.example.com';

export type ProxyName = 'caddy' | 'nginx' | 'nginx with upstream keep-alive';

/** A proxy in front of the service, configured as documented except for hosts, ports and paths. */
export interface RunningProxy {
  readonly port: number;
  readonly isTls: boolean;
}

/** Returns the code block of the hosting guide that contains a text. */
function readBlock(text: string): string {
  const blocks = [...HOSTING.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, block = '']) => block);
  const [block, ...others] = blocks.filter((each) => each.includes(text));
  if (block === undefined || others.length > 0) throw new Error(`not exactly one code block contains "${text}"`);
  return block;
}

/** Replaces a text that must occur in the documentation. */
function replace(source: string, text: string, replacement: string): string {
  if (!source.includes(text)) throw new Error(`the documented configuration does not contain "${text}"`);
  return source.replaceAll(text, replacement);
}

/** Starts a proxy in front of the service on a port, until the end of the test. */
export async function startProxy(name: ProxyName, servicePort: number): Promise<RunningProxy> {
  const folder = scratchFolder();
  const port = await findFreePort();
  const service = `127.0.0.1:${servicePort}`;
  if (name === 'caddy') {
    requireProgram('caddy', 'caddy');
    const site = replace(
      replace(readBlock(`reverse_proxy ${SERVICE}\n`), SERVICE, service),
      `${HOST} {`,
      `http://127.0.0.1:${port} {`,
    );
    const file = join(folder, 'Caddyfile');
    writeFileSync(file, `{\n  admin off\n}\n${site}`);
    const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    });
    await waitUntilListening(child, port);
    return { port, isTls: false };
  }
  const file = writeNginxConfiguration({ folder, port, service, keepAlive: name !== 'nginx' });
  await waitUntilListening(spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'ignore', 'pipe'] }), port);
  return { port, isTls: true };
}

/** Returns the problems that nginx reports for the documented configuration; empty if there are none. */
export async function checkNginxConfiguration(): Promise<string> {
  const folder = scratchFolder();
  const file = writeNginxConfiguration({ folder, port: await findFreePort(), service: SERVICE, keepAlive: false });
  const { status, stderr } = spawnSync('nginx', ['-t', '-c', file, '-p', folder], { encoding: 'utf8' });
  return status === 0 ? stderr.replace(/^nginx: .* (syntax is ok|test is successful)\n/gm, '') : stderr;
}

interface NginxOptions {
  readonly folder: string;
  readonly port: number;
  readonly service: string;
  /** Whether the proxy keeps connections to the service open. */
  readonly keepAlive: boolean;
}

/** Writes the documented server block, with a certificate for the test, to the folder from which Debian's nginx.conf includes it. */
function writeNginxConfiguration({ folder, port, service, keepAlive }: NginxOptions): string {
  requireProgram('nginx', 'nginx-light');
  const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const subject = ['-nodes', '-days', '1', '-subj', `/CN=${HOST}`];
  const pair = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', ...subject, ...pair], { stdio: 'ignore' });
  let server = replace(readBlock('proxy_pass'), 'listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`);
  server = replace(server, '/etc/ssl/certs/sync.example.com.pem', certificate);
  server = replace(server, '/etc/ssl/private/sync.example.com.key', key);
  const proxyDirectives = keepAlive
    ? 'proxy_http_version 1.1; proxy_set_header Connection ""; proxy_pass http://service'
    : `proxy_pass http://${service}`;
  server = replace(server, `proxy_pass http://${SERVICE}`, proxyDirectives);
  mkdirSync(join(folder, 'bodies'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(
    file,
    // Otherwise, the worker processes of a proxy that root starts could not write to the folder.
    `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
error_log stderr;
pid ${join(folder, 'nginx.pid')};
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${join(folder, 'bodies')};`).join('\n  ')}
  ${keepAlive ? `upstream service { server ${service}; keepalive 4; }` : ''}
${server}}
`,
  );
  return file;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/** Waits until a proxy accepts connections, and stops the proxy after the test. */
async function waitUntilListening(child: ChildProcess, port: number): Promise<void> {
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = `${output}${text}`.slice(-4_000);
  });
  const processEnd = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await processEnd;
  });
  while (child.exitCode === null && child.signalCode === null) {
    const isListening = await connectRaw(port).then(
      ({ socket }) => {
        socket.destroy();
        return true;
      },
      () => false,
    );
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the proxy ended: ${output}`);
}
