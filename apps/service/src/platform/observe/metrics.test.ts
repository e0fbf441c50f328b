import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Metrics } from './metrics.ts';
import type { CompletedRequest } from './request-observer.ts';

const COMPLETED: CompletedRequest = {
  requestId: 'r',
  method: 'GET',
  route: '/pets',
  status: 200,
  seconds: 0.02,
  keyId: undefined,
};

/** Returns the lines of one metric. */
async function getLines(metrics: Metrics, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.startsWith(name));
}

describe('metric labels', () => {
  it.each([
    ['a quote', '/a"b', String.raw`/a\"b`],
    ['a backslash', String.raw`/a\b`, String.raw`/a\\b`],
    ['a line feed', '/a\nb', String.raw`/a\nb`],
    [
      'the end of the label and another label',
      '/a",status="200"} 1\nfake 1',
      String.raw`/a\",status=\"200\"} 1\nfake 1`,
    ],
    ['an escape sequence', String.raw`/a\"`, String.raw`/a\\\"`],
  ])('escapes a metric label whose value contains %s', async (_name, route, escapedText) => {
    const metrics = new Metrics();
    metrics.observe()({ ...COMPLETED, route });
    expect(await getLines(metrics, 'http_requests_total')).toEqual([
      `http_requests_total{method="GET",route="${escapedText}",status="200"} 1`,
    ]);
    const durations = await getLines(metrics, 'http_request_duration_seconds');
    expect(durations).toHaveLength(16);
    for (const line of durations) expect(line).toMatch(/[{,]route="/);
    for (const line of durations) expect(line).toContain(`route="${escapedText}"`);
  });

  it('metric labels contain the value "other" instead of an unknown HTTP method', async () => {
    const metrics = new Metrics();
    for (const method of ['PROPFIND', 'a"b', '']) metrics.observe()({ ...COMPLETED, method });
    expect(await getLines(metrics, 'http_requests_total')).toEqual([
      'http_requests_total{method="other",route="/pets",status="200"} 3',
    ]);
  });
});

it('a request is counted as in flight until it ends, and then in each histogram bucket that includes its duration', async () => {
  const metrics = new Metrics();
  const end = metrics.observe();
  expect(await getLines(metrics, 'http_requests_in_flight')).toEqual(['http_requests_in_flight 1']);
  end(COMPLETED);
  expect(await getLines(metrics, 'http_requests_in_flight')).toEqual(['http_requests_in_flight 0']);
  const buckets = await getLines(metrics, 'http_request_duration_seconds_bucket');
  const counts = buckets.map((line) => [/le="([^"]*)"/.exec(line)?.[1], line.split(' ').at(-1)]);
  expect(counts).toContainEqual(['0.01', '0']);
  expect(counts).toContainEqual(['0.025', '1']);
  expect(counts).toContainEqual(['+Inf', '1']);
});

it('the metrics omit a gauge whose value cannot be read', async () => {
  const gauge = (name: string, read: () => number) => ({ name, help: 'Help', read });
  const throwError = () => {
    throw new Error('no');
  };
  const text = await new Metrics().text([gauge('good', () => 1), gauge('bad', throwError)]);
  expect(text).toContain('\ngood 1\n');
  expect(text).not.toContain('bad');
});

it('the metrics omit gauges whose values cannot be read within three seconds, and wait only once for all of them', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gauge = (name: string, read: () => number | Promise<number>) => ({ name, help: 'Help', read });
  const hang = () => new Promise<number>(() => undefined);
  const scrape = new Metrics().text([gauge('stuck_1', hang), gauge('good', () => 1), gauge('stuck_2', hang)]);
  await vi.advanceTimersByTimeAsync(3_000);
  const text = await scrape;
  expect(text).toContain('\ngood 1\n');
  expect(text).not.toContain('stuck');
  expect(vi.getTimerCount()).toBe(0);
});
