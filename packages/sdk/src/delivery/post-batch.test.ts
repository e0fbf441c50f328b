import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resolveOptions } from '../options.ts';
import { endlessResponse } from '../testing/endless-response.fixture.ts';
import { postBatch } from './post-batch.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([201, 400, 503])(
  'a batch is retried after 10 seconds if the body of a response with status %i never ends',
  async (status) => {
    const { settings } = resolveOptions({
      url: 'https://service.example',
      project: 'octo-api',
      key: 'csk_test',
      fetch: async () => endlessResponse(status),
    });
    const batch = { body: new Uint8Array(), gzip: false, idempotencyKey: 'key', dropped: 0 };
    const posted = postBatch(settings, batch);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await posted).toMatchObject({ kind: 'retry', cause: 'the response did not end in time' });
  },
);
