import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatHintMember, parseHintSet } from '@context-sync/core/recovery';
import { startServer } from '@context-sync/service';
import { SERVICE_ARGUMENTS } from '@context-sync/testkit';
import { expect, it, onTestFinished } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const GUIDE = readFileSync(join(PACKAGE, '../../docs/how-to/capture-traffic.md'), 'utf8');
const MODULES = ['@hono/node-server', 'hono'] as const;

/** Returns the code blocks of the guide that are in a language. */
function codeBlocks(language: string): string[] {
  const fence = new RegExp(`^( *)\`\`\`${language}\\n([\\s\\S]*?)^ *\`\`\`$`, 'gm');
  return [...GUIDE.matchAll(fence)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-how-to-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts the real service with the project of the guide, and returns the capture key that the command of the guide prints. */
async function openService() {
  const database = join(temporaryFolder(), 'service.db');
  const cli = (...args: readonly string[]) =>
    execFileSync(process.execPath, [...SERVICE_ARGUMENTS, ...args, '--database', database], { encoding: 'utf8' });
  const [command = ''] = codeBlocks('sh').filter((block) => block.includes('create-key'));
  const [, ...createKey] = command.trim().split(' ');
  const project = ['bootstrap', 'my-project', '--owner', 'owner@example.com', '--name', 'My project'];
  const printedText = cli(...project, '--base-url', 'https://sync.example.com');
  const key = cli(...createKey).trim();
  const service = await startServer({ database, port: 0, report: () => undefined });
  onTestFinished(() => service.close());
  return { url: service.url, key, fullKey: /csk_[\w-]{43}/.exec(printedText)?.[0] ?? '' };
}

/**
 * Starts an application with the code of the guide, in a folder that contains only the packages that a user installs.
 * @returns the URL of the application
 */
async function startApplication(serviceUrl: string, key: string): Promise<string> {
  const folder = temporaryFolder();
  const modules = [
    ['@context-sync/sdk', PACKAGE],
    ...MODULES.map((name) => [name, join(PACKAGE, 'node_modules', name)] as const),
  ] as const;
  for (const [name, target] of modules) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(realpathSync(target), link);
  }
  const program = [
    "import { serve } from '@hono/node-server';",
    "import { Hono } from 'hono';",
    'const app = new Hono();',
    ...codeBlocks('ts')
      .slice(0, 1)
      .map((code) => code.replace('https://sync.example.com', serviceUrl)),
    "app.use(async (c, next) => { c.set('email', 'bob@example.com'); await next(); });",
    "app.get('/pets/:petId', (c) => c.json({ id: c.req.param('petId') }));",
    "serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => console.log(port));",
  ];
  const file = join(folder, 'main.mjs');
  writeFileSync(file, program.join('\n'));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, CONTEXT_SYNC_KEY: key },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout, 'data');
  return `http://127.0.0.1:${Number(String(port))}`;
}

it('the command and the code in docs/how-to/capture-traffic.md capture a request', async () => {
  const { url, key, fullKey } = await openService();
  const api = await startApplication(url, key);
  await (await fetch(`${api}/pets/7`)).text();
  const read = async (token: string) => {
    const response = await fetch(`${url}/api/v1/projects/my-project/logs`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return { status: response.status, logs: ((await response.json()) as { logs?: object[] }).logs };
  };
  await expect.poll(async () => (await read(fullKey)).logs).toHaveLength(1);
  expect((await read(fullKey)).logs?.[0]).toMatchObject({
    method: 'GET',
    status: 200,
    url: `${api}/pets/7`,
    groupEmail: 'bob@example.com',
  });
  // The guide states that this key cannot read logs.
  expect((await read(key)).status).toBe(403);
});

it('docs/how-to/capture-traffic.md documents exactly the options of the SDK', () => {
  const source = readFileSync(join(import.meta.dirname, 'options.ts'), 'utf8');
  const [, members = ''] = /export interface CaptureOptions<Context> \{([\s\S]*?)^\}/m.exec(source) ?? [];
  const options = [...members.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, name]) => name);
  const [, table = ''] = /^## Options$([\s\S]*?)^## /m.exec(GUIDE) ?? [];
  const cells = [...table.matchAll(/^\| ([^|]*`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  const documented = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
  // Only some of the entry points have the option `route`.
  expect(documented.toSorted()).toEqual([...options, 'route'].toSorted());
});

it('docs/how-to/capture-traffic.md shows a hint set that the SDK can read, and the property that the SDK adds to errors', () => {
  const [member = '', set = ''] = codeBlocks('json');
  const hints = parseHintSet(set) ?? [];
  expect(hints.map(({ id }) => id)).toEqual(['hint_weight']);
  const added: unknown = JSON.parse(`{${hints.map((hint) => formatHintMember('recovery', hint)).join()}}`);
  const { recovery } = JSON.parse(member) as { recovery: object };
  expect(added).toMatchObject({ recovery });
});
