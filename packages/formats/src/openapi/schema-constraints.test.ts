import { expect, it } from 'vitest';
import { describeConstraints, describeRemarks, formatLiteral } from './schema-constraints.ts';

it.each([
  [{ enum: ['a', 1, null] }, ['one of `a`, `1`, `null`']],
  [{ enum: ['a'] }, ['always `a`']],
  [{ const: false }, ['always `false`']],
  [{ minLength: 1 }, ['at least 1 character']],
  [{ minLength: 0, maxLength: 1 }, ['at most 1 character']],
  [{ minLength: 2, maxLength: 64 }, ['2–64 characters']],
  [{ minItems: 3, maxItems: 3, uniqueItems: true }, ['exactly 3 items', 'unique items']],
  [{ maxProperties: 2 }, ['at most 2 properties']],
  [{ pattern: '^a|b$' }, ['pattern `^a|b$`']],
  [{ minimum: -5, maximum: 5 }, ['≥ -5', '≤ 5']],
  [{ minimum: 0, exclusiveMinimum: true }, ['> 0']],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 1 }, ['> 0', '< 1']],
  [{ multipleOf: 0.01 }, ['a multiple of 0.01']],
  [{ additionalProperties: false }, ['no other properties']],
  [{ contentMediaType: 'image/png', contentEncoding: 'base64' }, ['content `image/png`', 'encoded as `base64`']],
  [{ xml: { name: 'pet', attribute: true } }, ['XML attribute `pet`']],
  [{ xml: { wrapped: true } }, ['XML element, wrapped']],
  [{ not: { type: 'null' } }, ['not `{ "type": "null" }`']],
  [{ if: { const: 'x'.repeat(300) } }, ['further conditions (`if`)']],
  [{ minLength: 'x', maximum: null, pattern: 5, enum: 'a', xml: [] }, []],
])('describes the constraints %j', (keywords, phrases) => {
  expect(describeConstraints(new Map(Object.entries(keywords)))).toEqual(phrases);
});

it('prints whole numbers of any size in constraints', () => {
  expect(describeConstraints(new Map([['maximum', 9223372036854775807n]]))).toEqual(['≤ 9223372036854775807']);
});

it('reports how many values of a long enum are omitted', () => {
  const [phrase = ''] = describeConstraints(
    new Map([['enum', Array.from({ length: 1_000 }, (_, index) => `value${index}`)]]),
  );
  expect(phrase).toMatch(/^one of `value0`, `value1`, .* and \d+ more$/);
  expect(phrase.length).toBeLessThan(1_600);
});

it.each([
  [{ default: 'a', deprecated: true }, ['default `a`', 'deprecated']],
  [{ default: null, readOnly: true, writeOnly: false }, ['default `null`', 'read-only']],
  [{ writeOnly: true, readOnly: 'yes' }, ['write-only']],
])('describes the schema attributes of %j', (keywords, phrases) => {
  expect(describeRemarks(new Map(Object.entries(keywords)))).toEqual(phrases);
});

it.each([
  ['a b', '`a b`'],
  ['', '`""`'],
  [' a', '`" a"`'],
  ['10', '`"10"`'],
  ['true', '`"true"`'],
  ['a\nb', '`"a\\nb"`'],
  [10, '`10`'],
  [{ a: [1] }, '`{ "a": [1] }`'],
  [['x'.repeat(300)], '`[…]`'],
  ['x'.repeat(300), `\`${'x'.repeat(199)}…\``],
])('formats the literal %j as code', (value, markdown) => {
  expect(formatLiteral(value)).toBe(markdown);
});
