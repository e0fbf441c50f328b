import { expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { openService } from '../../testing/service.fixture.ts';

it('a service with an unresponsive store is alive but not ready', async () => {
  const { store, sendRequest } = await openService();
  expect(await store.size()).toBeGreaterThan(4_096);
  expect(await sendRequest('GET', '/ready', { key: null })).toMatchObject({ status: 200, body: { status: 'ready' } });
  await store.close();
  expect(await sendRequest('GET', '/health', { key: null })).toMatchObject({ status: 200 });
  expect(await sendRequest('GET', '/ready', { key: null })).toMatchObject({
    status: 503,
    body: { error: { code: 'unavailable', message: 'The SQLite database does not respond or is not writable' } },
  });
});

it('a service that is shutting down is alive but not ready', async () => {
  const { store } = await openService();
  const stopping = new AbortController();
  const app = createApp(store, () => undefined, { stopping: stopping.signal });
  expect((await app.request('/ready')).status).toBe(200);
  stopping.abort();
  expect((await app.request('/ready')).status).toBe(503);
  expect((await app.request('/health')).status).toBe(200);
});
