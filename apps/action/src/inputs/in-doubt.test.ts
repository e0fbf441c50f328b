import { describe, expect, it } from 'vitest';
import { DATA_SOURCE, decisionOn, formatInDoubtDecisions, IN_DOUBT_DECISIONS } from './in-doubt.ts';

/** Parses the lines into decisions and problems. */
function parsed(...lines: string[]) {
  const { data, error } = IN_DOUBT_DECISIONS.safeParse(lines.join('\n'));
  const problems = (error?.issues ?? []).map(({ message }) => message);
  return { others: data?.others, named: [...(data?.named ?? [])], problems };
}

describe('on-in-doubt', () => {
  it.each<[string, string[], string, [string, string][]]>([
    ['nothing', [], 'hold', []],
    ['one decision about everything', ['assume-created'], 'assume-created', []],
    ['single items, of which the others are held', ['resend: a.md#x'], 'hold', [['a.md#x', 'resend']]],
    [
      'single items besides a decision about everything else',
      ['assume-created', 'resend: a.md#x', `hold:${DATA_SOURCE}`],
      'assume-created',
      [
        ['a.md#x', 'resend'],
        [DATA_SOURCE, 'hold'],
      ],
    ],
    ['a key with colons and spaces', ['resend: docs/a b.md#x: y'], 'hold', [['docs/a b.md#x: y', 'resend']]],
    ['the same line twice', ['resend: a.md#x', 'resend: a.md#x'], 'hold', [['a.md#x', 'resend']]],
  ])('reads %s', (_what, lines, others, named) => {
    expect(parsed(...lines)).toEqual({ others, named, problems: [] });
  });

  it.each([
    ['an unknown decision', ['yes'], 'must be hold, resend, assume-created, or one of them for one item (got "yes")'],
    [
      'an unknown decision about an item',
      ['send: a.md#x'],
      'must be hold, resend, assume-created, or one of them for one item (got "send: a.md#x")',
    ],
    [
      'a decision about no item',
      ['resend:'],
      'must be hold, resend, assume-created, or one of them for one item (got "resend:")',
    ],
    ['a key alone', ['a.md#x'], 'must be hold, resend, assume-created, or one of them for one item (got "a.md#x")'],
    ['two decisions about everything', ['hold', 'resend'], 'must not set both hold and resend for all items in doubt'],
    [
      'two decisions about one item',
      ['assume-created: a.md#x', 'resend: a.md#x'],
      'must not set both assume-created and resend for "a.md#x"',
    ],
  ])('reports %s', (_what, lines, problem) => {
    expect(parsed(...lines).problems).toEqual([problem]);
  });
});

it('prefers the decision for a key over that for its document, and that over the one for all items', () => {
  const decisions = IN_DOUBT_DECISIONS.parse('resend\nhold: a.md\nassume-created: a.md#x');
  const of = (path: string, key: string) => {
    const record = { key, title: 'T', fingerprint: 'f', status: 'creating', revision: 1 } as const;
    return decisionOn(decisions, { path, record });
  };
  expect([of('a.md', 'a.md#x'), of('a.md', 'a.md#y'), of('b.md', 'b.md#x')]).toEqual([
    'assume-created',
    'hold',
    'resend',
  ]);
  expect(formatInDoubtDecisions(decisions)).toBe('resend, hold: a.md, assume-created: a.md#x');
});
