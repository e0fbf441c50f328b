import {
  addMember,
  type ErrorFacts,
  findHint,
  formatHelpLink,
  isHeldOut,
  parseHintSet,
  splitTemplate,
} from '@context-sync/core/recovery';
import { describe, expect, it } from 'vitest';
import { HINT_SET } from '../testing/receiver.fixture.ts';

const FACTS: ErrorFacts = {
  method: 'POST',
  path: '/pets/7',
  route: undefined,
  status: 422,
  errorCode: 'weight_out_of_range',
  body: '{}',
};

describe('the hint set', () => {
  it('the hint set contains the hints that can be read', () => {
    expect(parseHintSet(HINT_SET.body)?.map(({ id }) => id)).toEqual(['hint_weight', 'hint_404']);
  });

  it.each([
    [-1, 0],
    [20, 20],
    [99, 50],
  ])('the control group is limited to half of the callers: %i percent becomes %i', (holdOutPercent, expected) => {
    const text = JSON.stringify({ version: 1, hints: [{ id: 'a', match: {}, holdOutPercent }] });
    expect(parseHintSet(text)?.[0]?.holdOutPercent).toBe(expected);
  });

  it.each(['', '[]', '{"version":2,"hints":[]}', '{"version":1}', 'null'])(
    'the hint set cannot be read from %j',
    (text) => {
      expect(parseHintSet(text)).toBeUndefined();
    },
  );
});

describe('findHint', () => {
  const hints = parseHintSet(HINT_SET.body) ?? [];

  it.each([
    [{}, 'hint_weight'],
    [{ route: '/pets/:petId' }, 'hint_weight'],
    [{ route: '/pets/{id}' }, 'hint_weight'],
    // The route is known, and it is not the route of the hint for `/pets/{petId}`.
    [{ route: '/pets/search', path: '/pets/search' }, 'hint_404'],
    [{ errorCode: 'other' }, 'hint_404'],
    [{ method: 'PUT' }, 'hint_404'],
    [{ path: '/pets/7/toys' }, 'hint_404'],
    [{ status: 500 }, undefined],
  ])('findHint finds for %j the hint %s', (change, id) => {
    expect(findHint(hints, { ...FACTS, ...change })?.id).toBe(id);
  });

  it('findHint supports every notation of route templates', () => {
    for (const template of ['/a/{b}', '/a/:b', '/a/:b{[0-9]+}', '/a/[b]', 'a/*']) {
      expect(splitTemplate(template)).toEqual(['a', '{}']);
    }
  });
});

describe('the help link', () => {
  it('a help link with any title is a valid header', () => {
    const link = (title: string) => formatHelpLink({ ...parseHint(), title });
    expect(link('Say "hi"\\')).toBe('<https://docs.example.com/errors/weight>; rel="help"; title="Say \\"hi\\"\\\\"');
    expect(link('Größe')).toBe('<https://docs.example.com/errors/weight>; rel="help"; title*=UTF-8\'\'Gr%C3%B6%C3%9Fe');
    expect(link('a\r\nX-Injected: 1')).not.toMatch(/[\r\n]/);
  });
});

describe('adding a member to a JSON object', () => {
  it.each([
    ['{}', '{"r":1}'],
    ['{ "a" : "}" }\n', '{ "a" : "}" ,"r":1}\n'],
    ['{"a":{"r":2}}', '{"a":{"r":2},"r":1}'],
    ['[]', undefined],
    ['{"r":0}', undefined],
    ['{"a":1', undefined],
    ['null', undefined],
    [`{"a":"${'x'.repeat(70_000)}"}`, undefined],
  ])('adding a member changes %s to %s', (text, expected) => {
    expect(addMember(text, 'r', '"r":1')).toBe(expected);
  });
});

describe('the control group of a hint', () => {
  it('the control group excludes its share of callers from a hint, the same callers all day', () => {
    const now = Date.UTC(2026, 10, 22, 12);
    const held = Array.from({ length: 20_000 }, (_, index) => isHeldOut('hint_1', `user${index}@example.com`, now, 20));
    const share = held.filter(Boolean).length / held.length;
    expect(share).toBeGreaterThan(0.185);
    expect(share).toBeLessThan(0.215);
    const later = held.map((_, index) => isHeldOut('hint_1', `user${index}@example.com`, now + 3_600_000, 20));
    expect(later).toEqual(held);
    expect(isHeldOut('hint_1', 'a', now, 0)).toBe(false);
  });
});

function parseHint() {
  const hint = parseHintSet(HINT_SET.body)?.[0];
  if (hint === undefined) throw new Error('The hint set of the test has no hint.');
  return hint;
}
