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
import { CircuitBreaker } from './circuit-breaker.ts';

const details = { request: 'POST', outcomeUnknown: false };
const signal = new AbortController().signal;
const trouble = new ServerError('down', details);

describe('CircuitBreaker', () => {
  it.each<[string, ApiError]>([
    ['the API key is invalid', new UnauthorizedError('no', details)],
    ['the API key has no write access', new ForbiddenError('no', details)],
    ['the project does not exist', new NotFoundError('no', details)],
    ['the service redirects', new RedirectedError('no', details)],
  ])('the circuit breaker opens immediately when %s', (_name, error) => {
    const breaker = new CircuitBreaker(signal);
    breaker.onFailure(error);
    expect(breaker.isOpen).toBe(true);
    expect(breaker.openedBy).toBe(error);
  });

  it.each<[string, ApiError]>([
    ['failures', trouble],
    ['timeouts', new TimeoutError('late', details)],
    ['rate limit errors', new RateLimitedError('too fast', details)],
  ])('the circuit breaker opens after five %s in a row', (_name, error) => {
    const breaker = new CircuitBreaker(signal);
    for (let times = 1; times <= 4; times += 1) breaker.onFailure(error);
    expect(breaker.isOpen).toBe(false);
    breaker.onFailure(error);
    expect(breaker.isOpen).toBe(true);
  });

  it('the circuit breaker reports the error that opened it, regardless of later errors', () => {
    const breaker = new CircuitBreaker(signal);
    const first = new ForbiddenError('no', details);
    breaker.onFailure(first);
    breaker.onFailure(new UnauthorizedError('no', details));
    breaker.onSuccess();
    expect(breaker.openedBy).toBe(first);
  });
});

describe('harmless errors', () => {
  it.each<[string, (breaker: CircuitBreaker) => void]>([
    ['a success', (breaker) => breaker.onSuccess()],
    ['a rejected item', (breaker) => breaker.onFailure(new InvalidRequestError('no', details))],
  ])('the circuit breaker stays closed if the failures include %s', (_name, callBetween) => {
    const breaker = new CircuitBreaker(signal);
    for (let times = 1; times <= 12; times += 1) {
      breaker.onFailure(trouble);
      if (times % 4 === 0) callBetween(breaker);
    }
    expect(breaker.isOpen).toBe(false);
  });

  it('the circuit breaker stays closed after an error that the service did not cause', () => {
    const breaker = new CircuitBreaker(signal);
    for (let times = 1; times <= 10; times += 1) breaker.onFailure(new Error('ours'));
    expect(breaker.isOpen).toBe(false);
  });
});

it('the circuit breaker opens when the run is canceled, without reporting an error of the service', () => {
  const cancel = new AbortController();
  const breaker = new CircuitBreaker(cancel.signal);
  expect(breaker.isOpen).toBe(false);
  cancel.abort();
  expect([breaker.isOpen, breaker.openedBy]).toEqual([true, undefined]);
});

it('the circuit breaker opens at the deadline and stays open', () => {
  let late = false;
  const breaker = new CircuitBreaker(signal, () => late);
  expect(breaker.isOpen).toBe(false);
  late = true;
  expect(breaker.isOpen).toBe(true);
  late = false;
  expect(breaker.isOpen).toBe(true);
});
