import { describe, expect, it } from 'vitest';
import { DATA_SOURCE, formatInDoubtDecisions, getDecision, IN_DOUBT_DECISIONS } from './in-doubt.ts';

/** Parses the lines and returns the decisions and the problems. */
function parseLines(...lines: string[]) {
  const { data, error } = IN_DOUBT_DECISIONS.safeParse(lines.join('\n'));
  const problems = (error?.issues ?? []).map(({ message }) => message);
  return { others: data?.others, named: [...(data?.named ?? [])], problems };
}

describe('on-in-doubt', () => {
  it.each<[string, string[], string, [string, string][]]>([
    ['an empty value, which means "hold" for all items', [], 'hold', []],
    ['one decision for all items', ['assume-created'], 'assume-created', []],
    ['a decision for a single item, and "hold" for the others', ['resend: a.md#x'], 'hold', [['a.md#x', 'resend']]],
    [
      'decisions for single items and one for all others',
      ['assume-created', 'resend: a.md#x', `hold:${DATA_SOURCE}`],
      'assume-created',
      [
        ['a.md#x', 'resend'],
        [DATA_SOURCE, 'hold'],
      ],
    ],
    ['a key with colons and spaces', ['resend: docs/a b.md#x: y'], 'hold', [['docs/a b.md#x: y', 'resend']]],
    [
      'several decisions in one line',
      ['assume-created, resend: a, b.md#x,hold:c.md'],
      'assume-created',
      [
        ['a, b.md#x', 'resend'],
        ['c.md', 'hold'],
      ],
    ],
    ['the same line twice', ['resend: a.md#x', 'resend: a.md#x'], 'hold', [['a.md#x', 'resend']]],
  ])('the on-in-doubt input accepts %s', (_what, lines, others, named) => {
    expect(parseLines(...lines)).toEqual({ others, named, problems: [] });
  });

  it.each([
    ['an unknown decision', ['yes'], 'must be hold, resend, assume-created, or one of them for one item (got "yes")'],
    [
      'an unknown decision for an item',
      ['send: a.md#x'],
      'must be hold, resend, assume-created, or one of them for one item (got "send: a.md#x")',
    ],
    [
      'a decision without an item',
      ['resend:'],
      'must be hold, resend, assume-created, or one of them for one item (got "resend:")',
    ],
    [
      'an item key without a decision',
      ['a.md#x'],
      'must be hold, resend, assume-created, or one of them for one item (got "a.md#x")',
    ],
    ['two decisions for all items', ['hold', 'resend'], 'must not set both hold and resend for all items in doubt'],
    [
      'two decisions for one item',
      ['assume-created: a.md#x', 'resend: a.md#x'],
      'must not set both assume-created and resend for "a.md#x"',
    ],
  ])('the on-in-doubt input rejects %s', (_what, lines, problem) => {
    expect(parseLines(...lines).problems).toEqual([problem]);
  });
});

it('a decision for an item key takes precedence over a decision for its document, which takes precedence over a decision for all items', () => {
  const decisions = IN_DOUBT_DECISIONS.parse('resend\nhold: a.md\nassume-created: a.md#x');
  const decide = (path: string, key: string) => {
    const record = { key, title: 'T', fingerprint: 'f', status: 'creating', revision: 1 } as const;
    return getDecision(decisions, { path, record });
  };
  expect([decide('a.md', 'a.md#x'), decide('a.md', 'a.md#y'), decide('b.md', 'b.md#x')]).toEqual([
    'assume-created',
    'hold',
    'resend',
  ]);
  expect(formatInDoubtDecisions(decisions)).toBe('resend, hold: a.md, assume-created: a.md#x');
});
