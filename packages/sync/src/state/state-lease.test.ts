import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../sync.fixture.ts';
import {
  getRetryWriter,
  isInProgress,
  isIntent,
  isListConclusive,
  isRepeatable,
  KEY_LIFETIME_MS,
  LEASE_MS,
  MAX_START_DELAY_MS,
  MAX_WRITE_MS,
} from './state-lease.ts';
import type { ItemStatus, Writer } from './state-schema.ts';

const me: Writer = { run: 'me', at: 100_000_000 };

describe('isInProgress', () => {
  it.each<[string, Writer | undefined, boolean]>([
    ['of another run, recorded just now', { run: 'other', at: me.at - 1_000 }, true],
    ['of another run, at the end of its lease', { run: 'other', at: me.at - LEASE_MS + 1 }, true],
    ['of another run, after its lease', { run: 'other', at: me.at - LEASE_MS }, false],
    ['of another run with a fast clock', { run: 'other', at: me.at + 5_000 }, true],
    ['of another run with an implausible clock', { run: 'other', at: me.at + LEASE_MS }, false],
    ['whose request has ended', { at: me.at }, false],
    ['with our own name, of an earlier attempt that died', { run: 'me', at: me.at }, false],
    ['without a writer', undefined, false],
  ])('isInProgress returns the expected result for an intent %s', (_name, by, expected) => {
    expect(isInProgress(by, me)).toBe(expected);
  });

  it('the lease covers the longest request that starts as late as allowed', () => {
    expect(LEASE_MS).toBeGreaterThanOrEqual(MAX_START_DELAY_MS + MAX_WRITE_MS);
  });
});

it.each<[string, Writer | undefined, boolean]>([
  ['a minute after the request', { at: me.at - 60_000 }, true],
  ['less than a minute after the request', { at: me.at - 59_999 }, false],
  ['for a request with a time in the future', { at: me.at + 59_999 }, false],
  ['for a request without a time', undefined, true],
])('isListConclusive returns the expected result %s', (_name, by, expected) => {
  expect(isListConclusive(by, me)).toBe(expected);
});

describe('isRepeatable', () => {
  const can = CAPABILITIES.onlyIdempotency;
  const keyed = true;

  it.each<[string, Writer | undefined, boolean]>([
    [
      'a request can be repeated during the lifetime of its idempotency key',
      { at: me.at - KEY_LIFETIME_MS + 1, keyed },
      true,
    ],
    [
      'a request cannot be repeated after the lifetime of its idempotency key',
      { at: me.at - KEY_LIFETIME_MS, keyed },
      false,
    ],
    ['a request can be repeated if its time is in the future', { at: me.at + 60_000, keyed }, true],
    [
      'the lifetime of an idempotency key starts at the first attempt',
      { at: me.at, keyed, keyedSince: me.at - KEY_LIFETIME_MS },
      false,
    ],
    ['a request cannot be repeated if its idempotency key was not honored', { at: me.at }, false],
    ['a request without a writer cannot be repeated', undefined, false],
  ])('%s', (_name, by, expected) => {
    expect(isRepeatable({ by }, can, me)).toBe(expected);
    expect(isRepeatable({ by }, CAPABILITIES.none, me)).toBe(false);
  });

  it('every retry keeps the time of the first attempt', () => {
    const first: Writer = { run: 'first', at: 1, keyed };
    const second = getRetryWriter({ run: 'second', at: 2, keyed }, first);
    expect(second).toEqual({ run: 'second', at: 2, keyed, keyedSince: 1 });
    expect(getRetryWriter({ run: 'third', at: 3, keyed }, second)).toEqual({
      run: 'third',
      at: 3,
      keyed,
      keyedSince: 1,
    });
    expect(getRetryWriter({ run: 'second', at: 2, keyed }, { at: 1 })).toEqual({ run: 'second', at: 2, keyed });
    expect(getRetryWriter({ run: 'second', at: 2, keyed }, undefined)).toEqual({ run: 'second', at: 2, keyed });
  });
});

it.each<[ItemStatus, boolean]>([
  ['live', false],
  ['creating', true],
  ['updating', true],
  ['deleting', true],
  ['superseded', false],
  ['orphaned', false],
])('isIntent for the status %s returns %s', (status, expected) => {
  expect(isIntent({ status })).toBe(expected);
});
