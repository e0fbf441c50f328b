import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { resolveOptions } from '../options.ts';
import { createProblemReport } from '../report-problem.ts';
import { endlessResponse } from '../testing/endless-response.fixture.ts';
import { HINT_SET } from '../testing/receiver.fixture.ts';
import { HintSource } from './hint-source.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('the hint set is fetched again after a response that never ended', async () => {
  const responses = [endlessResponse(200), new Response(HINT_SET.body)];
  const { settings } = resolveOptions({
    url: 'https://service.example',
    project: 'octo-api',
    key: 'csk_test',
    fetch: async () => responses.shift() ?? Response.error(),
  });
  const source = new HintSource(settings, createProblemReport(settings.onError));
  const now = Date.now();
  source.refresh(now);
  await vi.advanceTimersByTimeAsync(10_000);
  await source.waitForFetch();
  expect(source.hints).toEqual([]);
  source.refresh(now + MINUTE_MS);
  await source.waitForFetch();
  expect(source.hints.map(({ id }) => id)).toEqual(['hint_weight', 'hint_404']);
});
