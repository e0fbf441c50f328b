import { describe, expect, it } from 'vitest';
import type { ItemStatus, Writer } from './schema.ts';
import { canBeSettled, isIntent, isUnderWay, LEASE, START_LIMIT, WRITE_LIMIT } from './writer.ts';

const me: Writer = { run: 'me', at: 10_000_000 };

describe('what a run has recorded is under way', () => {
  it.each<[string, Writer | undefined, boolean]>([
    ['by another run, a moment ago', { run: 'other', at: me.at - 1_000 }, true],
    ['by another run, at the end of its lease', { run: 'other', at: me.at - LEASE + 1 }, true],
    ['not when the lease is over', { run: 'other', at: me.at - LEASE }, false],
    ['by another run, whose clock is ahead', { run: 'other', at: me.at + 5_000 }, true],
    ['not when its clock is ahead beyond belief', { run: 'other', at: me.at + LEASE }, false],
    ['not when its request is over', { at: me.at }, false],
    ['not when it was recorded under our own name: by a run before, which has died', { run: 'me', at: me.at }, false],
    ['not when nobody is named', undefined, false],
  ])('%s', (_name, by, expected) => {
    expect(isUnderWay(by, me)).toBe(expected);
  });

  it('for as long as a request may take that is begun as late as may be', () => {
    expect(LEASE).toBeGreaterThanOrEqual(START_LIMIT + WRITE_LIMIT);
  });
});

it.each<[string, Writer | undefined, boolean]>([
  ['after a minute', { at: me.at - 60_000 }, true],
  ['not before', { at: me.at - 59_999 }, false],
  ['not before, by a clock that is ahead', { at: me.at + 59_999 }, false],
  ['where nothing was said of the time', undefined, true],
])('the list can tell what came of an intent %s', (_name, by, expected) => {
  expect(canBeSettled(by, me)).toBe(expected);
});

it.each<[ItemStatus, boolean]>([
  ['live', false],
  ['creating', true],
  ['replacing', true],
  ['removing', true],
  ['superseded', false],
  ['stale', false],
])('%s is an intent: %s', (status, expected) => {
  expect(isIntent({ status })).toBe(expected);
});
