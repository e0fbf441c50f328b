import { describe, expect, it } from 'vitest';
import { findInnerUsers, type OtlpSpan } from './index.ts';

const KINDS = { server: 2, inner: 1 };

/** Creates spans from rows with the id of a span, the id of its parent, its kind and its user. */
const createSpans = (
  ...rows: readonly (readonly [id: string, parent: string, kind: keyof typeof KINDS, user?: string])[]
) =>
  rows.map(
    ([spanId, parentSpanId, kind, user]): OtlpSpan => ({
      traceId: spanId.startsWith('other') ? 'other' : 'trace',
      spanId,
      parentSpanId,
      kind: KINDS[kind],
      startNs: 0n,
      endNs: 0n,
      attributes: new Map(user === undefined ? [] : [['user.email', user]]),
      resource: new Map(),
    }),
  );
const findUsers = (spans: readonly OtlpSpan[]) => [...findInnerUsers(spans)].map(([span, user]) => [span.spanId, user]);

describe('findInnerUsers', () => {
  it('findInnerUsers finds the user that a middleware set on its span, in any order of the spans', () => {
    const spans = createSpans(['middleware', 'request', 'inner', 'ann'], ['request', '', 'server']);
    expect(findUsers(spans)).toEqual([['request', 'ann']]);
    expect(findUsers(spans.toReversed())).toEqual([['request', 'ann']]);
  });

  it('findInnerUsers finds the user of a deeply nested span', () => {
    const spans = createSpans(
      ['a', 'b', 'inner', 'ann'],
      ['b', 'c', 'inner'],
      ['c', 'request', 'inner'],
      ['request', '', 'server'],
    );
    expect(findUsers(spans)).toEqual([['request', 'ann']]);
  });

  it('findInnerUsers uses the first span of the request that has a user', () => {
    const spans = createSpans(
      ['a', 'request', 'inner', 'ann'],
      ['b', 'request', 'inner', 'bob'],
      ['request', '', 'server'],
    );
    expect(findUsers(spans)).toEqual([['request', 'ann']]);
  });

  it('findInnerUsers assigns a user only to the nearest server span', () => {
    const spans = createSpans(
      ['outer', '', 'server'],
      ['call', 'outer', 'inner'],
      ['nested', 'call', 'server'],
      ['a', 'nested', 'inner', 'ann'],
    );
    expect(findUsers(spans)).toEqual([['nested', 'ann']]);
  });

  it('findInnerUsers ignores users of server spans, of other traces and of spans whose parents are missing', () => {
    const spans = createSpans(
      ['request', '', 'server', 'ann'],
      ['nested', 'request', 'server', 'bob'],
      ['other-a', 'request', 'inner', 'carol'],
      ['a', 'missing', 'inner', 'dave'],
      ['b', '', 'inner', 'erin'],
    );
    expect(findUsers(spans)).toEqual([]);
  });

  it('findInnerUsers stops if the parents of spans form a cycle', () => {
    const spans = createSpans(
      ['a', 'b', 'inner', 'ann'],
      ['b', 'a', 'inner', 'bob'],
      ['c', 'c', 'inner', 'carol'],
      ['request', '', 'server'],
    );
    expect(findUsers(spans)).toEqual([]);
  });

  it('findInnerUsers visits each span once, however deeply the spans are nested', () => {
    let readCount = 0;
    const chain = Array.from(
      { length: 2_000 },
      (_, index) => [`s${index}`, `s${index - 1}`, index === 0 ? 'server' : 'inner', 'ann'] as const,
    );
    const spans = createSpans(...chain).map((span) => ({
      ...span,
      get parentSpanId() {
        readCount += 1;
        return span.parentSpanId;
      },
    }));
    expect(findUsers(spans)).toEqual([['s0', 'ann']]);
    expect(readCount).toBeLessThanOrEqual(spans.length);
  });
});
