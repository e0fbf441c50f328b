import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Cleanup, startService, type TestService } from '@context-sync/testkit';
import { expect, it, onTestFinished } from 'vitest';

const PACKAGE = join(import.meta.dirname, '..');
const TUTORIAL = readFileSync(join(PACKAGE, '../../docs/tutorials/first-captured-request.md'), 'utf8');
const [API = '', AGENT = ''] = [...TUTORIAL.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code]) => code);
const [, HINT = ''] = /recovery\/hints" --data '([\s\S]*?)'\n```/.exec(TUTORIAL) ?? [];
const DEADLINE_MS = 60_000;

/** Sends a request to the project of the service, and returns the parsed body of its response. */
async function send<T>({ url, project, key }: TestService, path: string, body?: string): Promise<T> {
  const response = await fetch(`${url}/api/v1/projects/${project}/${path}`, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body }),
  });
  expect(response.ok, await response.clone().text()).toBe(true);
  return (await response.json()) as T;
}

/** Repeats a request until its result is the wanted one, for at most a minute. */
async function waitFor<T>(request: () => Promise<T>, isWanted: (result: T) => boolean): Promise<T> {
  const end = Date.now() + DEADLINE_MS;
  for (;;) {
    const result = await request();
    if (isWanted(result) || Date.now() > end) return result;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

it('the programs in docs/tutorials/first-captured-request.md capture a request, find the error, and let the agent recover with the hint', async () => {
  const cleanup = new Cleanup();
  onTestFinished(() => cleanup.close());
  const service = await startService(cleanup);
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-tutorial-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const link = join(folder, 'node_modules/@context-sync/sdk');
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(realpathSync(PACKAGE), link);
  expect(API).toContain('.listen(3000)');
  writeFileSync(
    join(folder, 'api.mjs'),
    API.replace('http://127.0.0.1:8787', service.url)
      .replace("'my-project'", `'${service.project}'`)
      .replace('.listen(3000)', ".listen(0, '127.0.0.1', function () { console.log(this.address().port); })"),
  );
  const startApi = async () => {
    const child = spawn(process.execPath, ['api.mjs'], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', CONTEXT_SYNC_KEY: service.key },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    cleanup.add(async () => void child.kill());
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    return { url: `http://127.0.0.1:${port.toString().trim()}`, child };
  };
  const runAgent = async (url: string) => {
    writeFileSync(join(folder, 'agent.mjs'), AGENT.replace('http://127.0.0.1:3000', url));
    const child = spawn(process.execPath, ['agent.mjs'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    const parts: string[] = [];
    child.stdout.on('data', (part: Buffer) => void parts.push(part.toString()));
    await once(child, 'close');
    return parts.join('').trim().split('\n');
  };

  const first = await startApi();
  await (await fetch(`${first.url}/pets`, { headers: { 'x-user': 'ann@example.com' } })).text();
  const failedOutput = '422 {"error":{"code":"invalid_weight","message":"weight is invalid"}}';
  expect(await runAgent(first.url)).toEqual([1, 2, 3].map((attempt) => `${attempt} ${failedOutput}`));
  const { candidates } = await waitFor(
    () => send<{ candidates: { errorCode: string; stuckUsers: number }[] }>(service, 'recovery/candidates'),
    (list) => list.candidates.length > 0,
  );
  expect(candidates).toMatchObject([{ errorCode: 'invalid_weight', stuckUsers: 1 }]);
  await send(service, 'recovery/hints', HINT);
  first.child.kill();

  // A new process fetches the hints with its first request, so that the test does not wait for a minute.
  const second = await startApi();
  const outcomes = await waitFor(
    () => runAgent(second.url),
    (lines) => lines.length < 3,
  );
  expect(outcomes).toEqual([expect.stringContaining('"recovery":{"hint":"hint_'), '2 201 {"weight":900000}']);
});
