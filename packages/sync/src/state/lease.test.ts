import { describe, expect, it } from 'vitest';
import { CAPABILITIES } from '../sync.fixture.ts';
import {
  isInProgress,
  isIntent,
  isListConclusive,
  isRepeatable,
  KEY_LIFETIME_MS,
  LEASE_MS,
  MAX_START_DELAY_MS,
  MAX_WRITE_MS,
  writerOfRetry,
} from './lease.ts';
import type { ItemStatus, Writer } from './schema.ts';

const me: Writer = { run: 'me', at: 100_000_000 };

describe('what a run has recorded is under way', () => {
  it.each<[string, Writer | undefined, boolean]>([
    ['by another run, a moment ago', { run: 'other', at: me.at - 1_000 }, true],
    ['by another run, at the end of its lease', { run: 'other', at: me.at - LEASE_MS + 1 }, true],
    ['not when the lease is over', { run: 'other', at: me.at - LEASE_MS }, false],
    ['by another run, whose clock is ahead', { run: 'other', at: me.at + 5_000 }, true],
    ['not when its clock is ahead beyond belief', { run: 'other', at: me.at + LEASE_MS }, false],
    ['not when its request is over', { at: me.at }, false],
    ['not when it was recorded under our own name: by a run before, which has died', { run: 'me', at: me.at }, false],
    ['not when nobody is named', undefined, false],
  ])('%s', (_name, by, expected) => {
    expect(isInProgress(by, me)).toBe(expected);
  });

  it('for as long as a request may take that is begun as late as may be', () => {
    expect(LEASE_MS).toBeGreaterThanOrEqual(MAX_START_DELAY_MS + MAX_WRITE_MS);
  });
});

it.each<[string, Writer | undefined, boolean]>([
  ['after a minute', { at: me.at - 60_000 }, true],
  ['not before', { at: me.at - 59_999 }, false],
  ['not before, by a clock that is ahead', { at: me.at + 59_999 }, false],
  ['where nothing was said of the time', undefined, true],
])('the list can tell what came of an intent %s', (_name, by, expected) => {
  expect(isListConclusive(by, me)).toBe(expected);
});

describe('a request under an Idempotency-Key', () => {
  const can = CAPABILITIES.onlyIdempotency;
  const keyed = true;

  it.each<[string, Writer | undefined, boolean]>([
    ['can be repeated while the key is known', { at: me.at - KEY_LIFETIME_MS + 1, keyed }, true],
    ['cannot be repeated once the key may be forgotten', { at: me.at - KEY_LIFETIME_MS, keyed }, false],
    ['can be repeated by a clock that is behind', { at: me.at + 60_000, keyed }, true],
    ['counts from the first time', { at: me.at, keyed, keyedSince: me.at - KEY_LIFETIME_MS }, false],
    ['cannot be repeated where the key was not honored', { at: me.at }, false],
    ['cannot be repeated where nothing is known of it', undefined, false],
  ])('%s', (_name, by, expected) => {
    expect(isRepeatable({ by }, can, me)).toBe(expected);
    expect(isRepeatable({ by }, CAPABILITIES.none, me)).toBe(false);
  });

  it('keeps the time of its first attempt in every further one', () => {
    const first: Writer = { run: 'first', at: 1, keyed };
    const second = writerOfRetry({ run: 'second', at: 2, keyed }, first);
    expect(second).toEqual({ run: 'second', at: 2, keyed, keyedSince: 1 });
    expect(writerOfRetry({ run: 'third', at: 3, keyed }, second)).toEqual({
      run: 'third',
      at: 3,
      keyed,
      keyedSince: 1,
    });
    expect(writerOfRetry({ run: 'second', at: 2, keyed }, { at: 1 })).toEqual({ run: 'second', at: 2, keyed });
    expect(writerOfRetry({ run: 'second', at: 2, keyed }, undefined)).toEqual({ run: 'second', at: 2, keyed });
  });
});

it.each<[ItemStatus, boolean]>([
  ['live', false],
  ['creating', true],
  ['updating', true],
  ['deleting', true],
  ['superseded', false],
  ['orphaned', false],
])('%s is an intent: %s', (status, expected) => {
  expect(isIntent({ status })).toBe(expected);
});
