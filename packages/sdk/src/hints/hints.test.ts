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
  it('the hint set contains the valid hints and omits the invalid ones', () => {
    expect(parseHintSet(HINT_SET.body)?.map(({ id }) => id)).toEqual(['hint_weight', 'hint_404']);
  });

  it.each([
    [-1, 0],
    [20, 20],
    [99, 50],
  ])('the control group is limited to half of the users: %i percent becomes %i', (holdOutPercent, expected) => {
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
  ])('for %j, findHint returns the hint %s', (change, id) => {
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
  const HINT = { id: 'hint_1', version: 'v1', holdOutPercent: 20 };
  const USERS = Array.from({ length: 20_000 }, (_, index) => `user${index}@example.com`);
  const draw = (hint: typeof HINT) => USERS.map((user) => isHeldOut(hint, user));
  const getShare = (held: readonly boolean[]) => held.filter(Boolean).length / held.length;

  it.each([0, 1, 20, 50])('the control group of a hint with %i percent contains this share of the users', (percent) => {
    const share = getShare(draw({ ...HINT, holdOutPercent: percent }));
    expect(Math.abs(share - percent / 100)).toBeLessThan(0.015);
    expect(share === 0).toBe(percent === 0);
  });

  it.each([
    ['another version', { ...HINT, version: 'v2' }],
    ['another hint', { ...HINT, id: 'hint_2' }],
  ])('the control group of %s is drawn independently', (_name, other) => {
    const [held, heldByOther] = [draw(HINT), draw(other)];
    expect(Math.abs(getShare(heldByOther.filter((_, at) => held[at] === true)) - 0.2)).toBeLessThan(0.03);
  });

  it('all notations of an email address are in the same group', () => {
    const users = USERS.slice(0, 500);
    const spell = [
      (user: string) => user.toUpperCase(),
      (user: string) => ` ${user}`,
      (user: string) => `${user}\t\n`,
      (user: string) => user.replace('example.com', 'Example.Com'),
    ];
    for (const user of users) {
      const groups = spell.map((change) => isHeldOut(HINT, change(user)));
      expect(groups, user).toEqual(groups.map(() => isHeldOut(HINT, user)));
    }
  });
});

function parseHint() {
  const hint = parseHintSet(HINT_SET.body)?.[0];
  if (hint === undefined) throw new Error('The hint set of the test has no hint.');
  return hint;
}
