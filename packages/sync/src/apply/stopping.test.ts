import {
  type ApiError,
  ForbiddenError,
  InvalidRequestError,
  NotFoundError,
  RateLimitedError,
  RedirectedError,
  ServerError,
  TimeoutError,
  UnauthorizedError,
} from '@context-sync/core';
import { describe, expect, it } from 'vitest';
import { Stopping } from './stopping.ts';

const details = { request: 'POST', outcomeUnknown: false };
const signal = new AbortController().signal;
const trouble = new ServerError('down', details);

describe('a run is stopped', () => {
  it.each<[string, ApiError]>([
    ['the key is not good', new UnauthorizedError('no', details)],
    ['the key may not write', new ForbiddenError('no', details)],
    ['the project is gone', new NotFoundError('no', details)],
    ['the service is elsewhere', new RedirectedError('no', details)],
  ])('at once when %s', (_name, error) => {
    const stopping = new Stopping(signal);
    stopping.failed(error);
    expect(stopping.stopped).toBe(true);
    expect(stopping.stoppedBy).toBe(error);
  });

  it.each<[string, ApiError]>([
    ['failures', trouble],
    ['timeouts', new TimeoutError('late', details)],
    ['refusals for being too fast', new RateLimitedError('too fast', details)],
  ])('after five %s in a row', (_name, error) => {
    const stopping = new Stopping(signal);
    for (let times = 1; times <= 4; times += 1) stopping.failed(error);
    expect(stopping.stopped).toBe(false);
    stopping.failed(error);
    expect(stopping.stopped).toBe(true);
  });

  it('by the first reason, whatever comes after it', () => {
    const stopping = new Stopping(signal);
    const first = new ForbiddenError('no', details);
    stopping.failed(first);
    stopping.failed(new UnauthorizedError('no', details));
    stopping.succeeded();
    expect(stopping.stoppedBy).toBe(first);
  });
});

describe('a run goes on', () => {
  it.each<[string, (stopping: Stopping) => void]>([
    ['a success', (stopping) => stopping.succeeded()],
    ['an item that is refused', (stopping) => stopping.failed(new InvalidRequestError('no', details))],
  ])('when there was %s among the failures', (_name, between) => {
    const stopping = new Stopping(signal);
    for (let times = 1; times <= 12; times += 1) {
      stopping.failed(trouble);
      if (times % 4 === 0) between(stopping);
    }
    expect(stopping.stopped).toBe(false);
  });

  it('after a fault that is not the service’s', () => {
    const stopping = new Stopping(signal);
    for (let times = 1; times <= 10; times += 1) stopping.failed(new Error('ours'));
    expect(stopping.stopped).toBe(false);
  });
});

it('is stopped by its caller, without a reason of the service’s', () => {
  const cancel = new AbortController();
  const stopping = new Stopping(cancel.signal);
  expect(stopping.stopped).toBe(false);
  cancel.abort();
  expect([stopping.stopped, stopping.stoppedBy]).toEqual([true, undefined]);
});

it('is stopped from the deadline on, and does not go on again', () => {
  let late = false;
  const stopping = new Stopping(signal, () => late);
  expect(stopping.stopped).toBe(false);
  late = true;
  expect(stopping.stopped).toBe(true);
  late = false;
  expect(stopping.stopped).toBe(true);
});
