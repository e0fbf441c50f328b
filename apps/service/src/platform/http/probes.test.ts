import { expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { errorBody, openService } from '../../testing/service.fixture.ts';

it('a service with an unresponsive store is alive but not ready', async () => {
  const { store, sendRequest } = await openService();
  expect(await store.size()).toBeGreaterThan(4_096);
  expect(await sendRequest('GET', '/ready', { key: null })).toMatchObject({ status: 200, body: { status: 'ready' } });
  await store.close();
  expect(await sendRequest('GET', '/health', { key: null })).toMatchObject({ status: 200 });
  expect(await sendRequest('GET', '/ready', { key: null })).toMatchObject(errorBody(503, 'unavailable'));
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
