import { expect, it } from 'vitest';
import { createConcurrency, RunningRequests } from './running-requests.ts';

const REFUSED = { code: 'rate_limited', headers: { 'retry-after': '1' } };

it('running requests are counted by name, and requests over the quota are rejected until one ends', () => {
  const requests = new RunningRequests('API key', { requests: 2 });
  const first = requests.start('a');
  requests.start('a');
  expect(() => requests.start('a')).toThrow(
    expect.objectContaining({
      ...REFUSED,
      message: '2 requests of this API key are running, which is the maximum: wait for their responses',
    }),
  );
  requests.start('b');
  first.end();
  first.end();
  requests.start('a');
  expect(() => requests.start('a')).toThrow('2 requests');
  expect(requests.requests).toBe(3);
});

it('the bytes of running requests are counted, and a request that exceeds the quota together with others is rejected', () => {
  const requests = new RunningRequests('API key', { bytes: 100 });
  const [first, second] = [requests.start('a'), requests.start('a')];
  first.hold(60);
  second.hold(40);
  expect(() => second.hold(1)).toThrow(
    expect.objectContaining({
      ...REFUSED,
      message:
        'The bodies of the running requests of this API key have 60 bytes, and the body of this request would exceed the maximum of 100: send fewer requests at a time',
    }),
  );
  requests.start('b').hold(90);
  expect(requests.bytes).toBe(190);
  first.end();
  second.hold(60);
  expect(requests.bytes).toBe(190);
});

it('a single running request may exceed the byte quota, because it could never succeed otherwise', () => {
  const requests = new RunningRequests('API key', { bytes: 100 });
  const only = requests.start('a');
  only.hold(500);
  expect(() => requests.start('a').hold(1)).toThrow('have 500 bytes');
  expect(requests.bytes).toBe(500);
});

it('a request that has ended is no longer counted', () => {
  const requests = new RunningRequests('API key', { requests: 1, bytes: 10 });
  const lateRequest = requests.start('a');
  lateRequest.end();
  lateRequest.hold(10);
  expect([requests.requests, requests.bytes]).toEqual([0, 0]);
  requests.start('a').hold(10);
});

it('running requests are not limited by default', () => {
  const { key, anonymous } = createConcurrency();
  for (const requests of [key, anonymous]) {
    for (let count = 0; count < 10_000; count += 1) requests.start('a').hold(1e9);
    expect([requests.requests, requests.bytes]).toEqual([10_000, 1e13]);
  }
});
