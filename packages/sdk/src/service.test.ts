import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, hashKey, openStore, startServer } from '@context-sync/service';
import { selectByTier } from '@context-sync/test-tier';
import { expect, it, onTestFinished, vi } from 'vitest';
import { contextSync as fetchSync } from './fetch.ts';
import { contextSync as nodeSync } from './node.ts';
import { startApplication } from './testing/applications.fixture.ts';
import { rawRequest, requestText } from './testing/raw-request.fixture.ts';
import { encodeSpec } from './testing/response-spec.fixture.ts';
import { flushAll } from './testing/until.fixture.ts';

interface StoredLog {
  readonly id: string;
  readonly status: number;
  readonly url: string;
  readonly groupEmail: string;
  readonly method: string;
}

/** Starts the real service with one project. Returns functions that read the stored data. */
async function openService() {
  const folder = mkdtempSync(join(tmpdir(), 'context-sync-sdk-'));
  const database = join(folder, 'service.db');
  const key = createKey();
  const store = await openStore(database);
  await store.accounts.createUser('ann@example.com');
  await store.accounts.createProject('octo-api', 'Octo API', 'ann@example.com');
  await store.accounts.createKey('ann@example.com', { access: 'full', hash: hashKey(key) });
  await store.close();
  const errors: unknown[] = [];
  const service = await startServer({
    database,
    port: 0,
    threads: selectByTier(0, 1) === 1,
    report: (error) => errors.push(error),
  });
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.url}/api/v1/projects/octo-api${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
    return (await response.json()) as T;
  };
  const read = <T>(path: string) => send<T>('GET', path);
  return { url: service.url, key, read, send };
}

it('the service stores the requests that the SDK captures, without their secrets', async () => {
  const { url, key, read } = await openService();
  const { port, capture } = await startApplication('express', { url, project: 'octo-api', key, bodies: 'all' });
  for (const status of [200, 201, 404, 422, 500]) {
    const spec = {
      status,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ error: { code: `code_${status}` }, token: 'opaque-Secret-1' })).toString(
        'base64',
      ),
      mode: 'text',
      statesLength: false,
    } as const;
    const headers = { 'content-type': 'application/json', 'x-user': 'bob@example.com', 'x-spec': encodeSpec(spec) };
    const body = JSON.stringify({ password: 'opaque-Secret-2', weight: 1 });
    await rawRequest(port, requestText('POST', `/pets/${status}?api_key=opaque-Secret-3`, headers, body));
  }
  await flushAll(capture);
  expect(capture?.stats()).toMatchObject({ sent: 5, queued: 0, rejected: 0, dropped: 0 });
  // The service rejected nothing, so the SDK did not fall back to a format without compression or without the newer fields.
  const { logs } = await read<{ logs: StoredLog[] }>('/logs?environment=production&minDurationMs=0');
  expect(logs.map(({ status }) => status).sort()).toEqual([200, 201, 404, 422, 500]);
  const fullLog = await read<object>(`/logs/${logs.find(({ status }) => status === 422)?.id}`);
  expect(fullLog).toMatchObject({
    method: 'POST',
    groupEmail: 'bob@example.com',
    errorCode: 'code_422',
    environment: 'production',
    durationMs: expect.any(Number),
    route: expect.stringMatching(/^\//),
    url: expect.stringContaining('/pets/422?api_key=[redacted]'),
    request: { body: { password: '[redacted]', weight: 1 } },
    response: { body: { error: { code: 'code_422' }, token: '[redacted]' } },
  });
  expect(JSON.stringify(fullLog)).not.toContain('opaque-Secret');
});

it('the SDK reports a wrong key and a wrong project once, and the API continues to respond', async () => {
  const { url, key } = await openService();
  const cases = [
    [{ url, project: 'octo-api', key: `${key}x` }, 'wrong-key'],
    [{ url, project: 'no-such-project', key }, 'wrong-url-or-project'],
    [{ url: 'ftp://service', project: 'octo-api', key }, 'invalid-options'],
  ] as const;
  const check = async ([options, code]: (typeof cases)[number]) => {
    const codes: string[] = [];
    const { port, capture } = await startApplication('node', {
      ...options,
      onError: (problem) => codes.push(problem.code),
    });
    const spec = { status: 200, headers: {}, body: '', mode: 'text', statesLength: false } as const;
    for (let count = 0; count < 3; count += 1) {
      const raw = await rawRequest(port, requestText('GET', '/pets/1', { 'x-spec': encodeSpec(spec) }));
      expect(raw.toString()).toContain('200 OK');
    }
    await expect.poll(() => codes).toHaveLength(1);
    await capture?.flush();
    expect(codes).toEqual([code]);
  };
  // All cases run at the same time, because the SDK waits before it sends.
  await Promise.all(cases.map(check));
});

const SPELLINGS: readonly ((user: string) => string)[] = [
  (user) => user,
  (user) => user.toUpperCase(),
  (user) => user.replace('user', 'User').replace('example', 'Example'),
  (user) => `  ${user}\t`,
  (user) => `${user.toUpperCase()}\n`,
];
const DAY_MS = 86_400_000;
const DAYS = 20;

/** Starts an API in which every request fails, and which decodes the user from a header. */
async function startFailingApi(kind: 'node' | 'fetch', options: { url: string; project: string; key: string }) {
  const body = JSON.stringify({ error: { code: 'weight' } });
  const headers = { 'content-type': 'application/json' };
  const decode = (header: unknown) => decodeURIComponent(String(header ?? '')) || undefined;
  if (kind === 'fetch') {
    const capture = fetchSync(() => new Response(body, { status: 422, headers }), {
      ...options,
      user: ({ request }) => decode(request.headers.get('x-user')),
    });
    return {
      capture,
      send: (sent: Record<string, string>) => capture(new Request('http://api/pets', { headers: sent })),
    };
  }
  const capture = nodeSync({ ...options, user: ({ req }) => decode(req.headers['x-user']) });
  const server = createServer((req, res) => {
    capture(req, res);
    res.writeHead(422, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { capture, send: (sent: Record<string, string>) => fetch(`http://127.0.0.1:${port}/pets`, { headers: sent }) };
}

it.each(['node', 'fetch'] as const)(
  'a user with five notations of one email address stays in one group of a hint for 20 days with %s',
  async (kind) => {
    const { url, key, read, send } = await openService();
    const hint = {
      title: 'Weight',
      match: { status: 422 },
      steps: [{ do: 'change', text: 'Send grams.' }],
      audience: 'everyone',
      holdOutPercent: 50,
    };
    const { id } = await send<{ id: string }>('POST', '/recovery/hints', hint);
    const users = Array.from({ length: selectByTier(5, 16) }, (_, index) => `user${index}@example.com`);
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now });
    onTestFinished(() => void vi.useRealTimers());

    /** Sends a request for each user on each day, each time with the user's email address written in another way. @returns the users who got the hint */
    async function simulateDays(start: number): Promise<Set<string>> {
      const api = await startFailingApi(kind, { url, project: 'octo-api', key });
      const receivesHint = async (headers: Record<string, string>) =>
        (await (await api.send(headers)).text()).includes('Send grams.');
      // Requests without a user load the hint set. They are not counted.
      let attempts = 0;
      const receivesAnonymously = () => {
        attempts += 1;
        return receivesHint({ authorization: `Bearer ${attempts}` });
      };
      await expect.poll(receivesAnonymously).toBe(true);
      const informedUsers = new Set<string>();
      for (let day = 0; day < DAYS; day += 1) {
        for (const [index, user] of users.entries()) {
          vi.setSystemTime(start + day * DAY_MS + index * 1_000);
          const spelling = SPELLINGS[(day + index) % SPELLINGS.length]?.(user) ?? user;
          const isInformed = await receivesHint({ 'x-user': encodeURIComponent(spelling) });
          if (day === 0 && isInformed) informedUsers.add(user);
          expect(isInformed, `${user} on day ${day}`).toBe(informedUsers.has(user));
        }
      }
      vi.setSystemTime(now);
      await api.capture.close();
      return informedUsers;
    }
    const readEffect = () => read<object>(`/recovery/hints/${id}/effect?since=-60d`);
    const getCounts = ({ size }: Set<string>) => ({ delivered: size, withheld: users.length - size });

    const informedUsers = await simulateDays(now - 2 * (DAYS + 1) * DAY_MS);
    expect(await readEffect()).toMatchObject(getCounts(informedUsers));
    await send('PUT', `/recovery/hints/${id}`, { ...hint, title: 'Weight in grams' });
    expect(await readEffect()).toMatchObject({ delivered: 0, withheld: 0 });
    const informedLater = await simulateDays(now - (DAYS + 1) * DAY_MS);
    expect(await readEffect()).toMatchObject(getCounts(informedLater));
  },
);
