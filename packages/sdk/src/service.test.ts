import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKey, hashKey, openStore, startServer } from '@context-sync/service';
import { expect, it, onTestFinished } from 'vitest';
import { startApplication } from './testing/applications.fixture.ts';
import { rawRequest, requestText } from './testing/raw-request.fixture.ts';
import { encodeSpec } from './testing/response-spec.fixture.ts';

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
  const service = await startServer({ database, port: 0, report: (error) => errors.push(error) });
  onTestFinished(async () => {
    await service.close();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  const read = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${service.url}/api/v1/projects/octo-api${path}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    return (await response.json()) as T;
  };
  return { url: service.url, key, read };
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
  await capture?.flush();
  expect(capture?.stats()).toMatchObject({ sent: 5, queued: 0, rejected: 0, dropped: 0 });
  // The service rejected nothing, so the SDK did not fall back to a format without compression or without the newer fields.
  const { logs } = await read<{ logs: StoredLog[] }>('/logs?environment=production&minDurationMs=0');
  expect(logs.map(({ status }) => status).sort()).toEqual([200, 201, 404, 422, 500]);
  const full = await read<object>(`/logs/${logs.find(({ status }) => status === 422)?.id}`);
  expect(full).toMatchObject({
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
  expect(JSON.stringify(full)).not.toContain('opaque-Secret');
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
    await expect.poll(() => codes, { timeout: 60_000 }).toHaveLength(1);
    await capture?.flush();
    expect(codes).toEqual([code]);
  };
  // All cases run at the same time, because the SDK waits before it sends.
  await Promise.all(cases.map(check));
});
