import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { getDetails } from './invalid-request.ts';

const schema = z.strictObject({
  title: z.string().min(1).max(5),
  count: z.int().min(2).max(9).optional(),
  rate: z.number().optional(),
  enabled: z.boolean().optional(),
  kind: z.enum(['daily', 'weekly']).optional(),
  only: z.literal('1').optional(),
  status: z.union([z.int().min(400).max(599), z.enum(['4xx', '5xx'])]).optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  page: z.url().optional(),
  content: z.string().max(5).optional(),
  token: z.string().max(5).optional(),
  method: z
    .string()
    .regex(/^[A-Z]+$/, 'must be an HTTP method')
    .optional(),
  steps: z
    .array(z.strictObject({ text: z.string(), note: z.string().optional() }))
    .min(1)
    .max(2)
    .optional(),
});

function describeFirst(value: unknown): string {
  const { error } = schema.safeParse(value);
  const [first] = error ? getDetails('body', { value, schema, error }) : [];
  return first ? `${first.where}: ${first.message}` : '';
}

describe('messages about rejected values', () => {
  it.each([
    ['a missing value', {}, 'body.title: is required'],
    ['a value of another type', { title: 7 }, 'body.title: must be a string (got 7)'],
    ['null', { title: null }, 'body.title: must be a string (got null)'],
    ['an array', { title: ['a', 'b'] }, 'body.title: must be a string (got an array of 2)'],
    ['another kind of body', [1], 'body: must be an object (got an array of 1)'],
    ['an empty text', { title: '' }, 'body.title: must not be empty (got "")'],
    ['a long text', { title: '😀'.repeat(6) }, 'body.title: must have at most 5 characters (got 6)'],
    ['a small number', { title: 'T', count: 1 }, 'body.count: must be at least 2 (got 1)'],
    ['a large number', { title: 'T', count: 10 }, 'body.count: must be at most 9 (got 10)'],
    ['a fraction', { title: 'T', count: 2.5 }, 'body.count: must be an integer (got 2.5)'],
    ['a number as a string', { title: 'T', rate: '1' }, 'body.rate: must be a number (got "1")'],
    ['a Boolean as a string', { title: 'T', enabled: 'yes' }, 'body.enabled: must be true or false (got "yes")'],
    ['an unknown choice', { title: 'T', kind: 'hourly' }, 'body.kind: must be one of "daily", "weekly" (got "hourly")'],
    [
      'a misspelled choice',
      { title: 'T', kind: 'weekyl' },
      'body.kind: must be one of "daily", "weekly"; did you mean "weekly"? (got "weekyl")',
    ],
    ['another constant', { title: 'T', only: '2' }, 'body.only: must be "1" (got "2")'],
    ['no alternative', { title: 'T', status: 'x' }, 'body.status: must be a number or one of "4xx", "5xx" (got "x")'],
    [
      'a time without an offset',
      { title: 'T', at: '2026-03-01' },
      'body.at: must be a time with an offset, such as 2026-03-01T10:00:00Z (got "2026-03-01")',
    ],
    [
      'a relative URL',
      { title: 'T', page: '/x' },
      'body.page: must be an http or https URL, such as https://docs.example.com/errors (got "/x")',
    ],
    ['a broken rule', { title: 'T', method: 'a b' }, 'body.method: must be an HTTP method (got "a b")'],
    ['an empty list', { title: 'T', steps: [] }, 'body.steps: must not be empty (got an array of 0)'],
    [
      'a long list',
      { title: 'T', steps: [{ text: '' }, { text: '' }, { text: '' }] },
      'body.steps: must have at most 2 elements (got an array of 3)',
    ],
    ['an element', { title: 'T', steps: [{}] }, 'body.steps[0].text: is required'],
    ['an unknown name', { title: 'T', ttle: 1 }, 'body.ttle: does not exist; did you mean "title"?'],
    [
      'an unknown name in an element',
      { title: 'T', steps: [{ text: '', color: 1 }] },
      'body.steps[0].color: does not exist; remove it, or use one of "text", "note"',
    ],
    [
      'a name with spaces',
      { title: 'T', 'x y z': 1 },
      'body["x y z"]: does not exist; remove it, or use one of "title", ',
    ],
  ])('messages about rejected values contain the rule, the value and a fix: %s', (_name, value, expected) => {
    expect(describeFirst(value).slice(0, expected.length + (expected.endsWith(' ') ? 0 : 100))).toBe(expected);
  });

  it.each([
    [
      'a whole text',
      { title: 'T', content: 'a secret content' },
      'body.content: must have at most 5 characters (got 16)',
    ],
    ['the value of a secret name', { title: 'T', token: 7 }, 'body.token: must be a string (got 7)'],
    [
      'a credential',
      { title: 'T', kind: 'ghp_0123456789abcdefghijABCDEFGHIJ012345' },
      'body.kind: must be one of "daily", "weekly" (got a string of 40 characters)',
    ],
  ])('messages about rejected values never contain %s', (_name, value, expected) => {
    expect(describeFirst(value)).toBe(expected);
  });

  it('messages about long values and names have a limited length', () => {
    expect(describeFirst({ title: 'T', kind: 'x'.repeat(10_000) }).length).toBeLessThan(200);
    expect(describeFirst({ title: 'T', ['n'.repeat(10_000)]: 1 }).length).toBeLessThan(400);
    expect(describeFirst({ title: 'T', kind: '\u0000\ud800' })).toContain('\\u0000');
  });

  it.each(['__proto__', 'constructor', 'toString'])(
    'messages about rejected values treat %s like any other name',
    (name) => {
      const value: unknown = JSON.parse(`{"title":"T","${name}":1}`);
      expect(describeFirst(value)).toBe(
        `body.${name}: does not exist; remove it, or use one of ${Object.keys(schema.shape)
          .map((each) => `"${each}"`)
          .join(', ')}`,
      );
    },
  );
});
