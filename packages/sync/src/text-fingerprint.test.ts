import { describe, expect, it } from 'vitest';
import { computeTextFingerprint, removeAddresses } from './text-fingerprint.ts';

describe('removeAddresses', () => {
  it.each([
    ['See [the limits](https://a.example/limits#x).', 'See the limits.'],
    ['See [the limits](limits.md "Limits") and ![a chart](<a b.png>).', 'See the limits and a chart.'],
    ['[![badge](https://a.example/b.svg)](https://a.example)', 'badge'],
    ['[x](https://a.example/wiki/X_(y)) and [z\\]](b.md)', 'x and z\\]'],
    ['Text.\n\n[a]: https://a.example/b', 'Text.\n\n[a]:'],
    ['Text.\n\nSource: https://a.example/docs/page#x', 'Text.'],
    ['Write `[x](y.md)` or ``a ` [x](y.md)``, not [x](y.md).', 'Write `[x](y.md)` or ``a ` [x](y.md)``, not x.'],
    ['```md\n[x](y.md)\n```\n[x](y.md)', '```md\n[x](y.md)\n```\nx'],
    ['~~~~\n~~~\n[x](y.md)\n~~~~~\n[x](y.md)', '~~~~\n~~~\n[x](y.md)\n~~~~~\nx'],
    ['> ```\n> [x](y.md)\n> ```\n> [x](y.md)', '> ```\n> [x](y.md)\n> ```\n> x'],
    ['Open https://a.example/v1 or <https://a.example/v2>.', 'Open https://a.example/v1 or <https://a.example/v2>.'],
    ['Use `curl https://a.example/v1`.', 'Use `curl https://a.example/v1`.'],
    ['An array[0](one) keeps its words.', 'An array0 keeps its words.'],
  ])('removeAddresses converts %j to %j', (content, expected) => {
    expect(removeAddresses(content)).toBe(expected);
  });

  it('removeAddresses takes linear time for brackets that are never closed', () => {
    const text = '[`'.repeat(20_000);
    expect(removeAddresses(text)).toBe(text);
  });
});

describe('computeTextFingerprint', () => {
  const item = { title: 'X', content: 'See [the limits](limits.md).', public: false };
  const compute = (change: Partial<typeof item>) => computeTextFingerprint({ ...item, ...change });

  it.each([
    ['another address', { content: 'See [the limits](rate-limits.md).' }],
    ['a link that was removed', { content: 'See the limits.' }],
    ['another source', { content: 'See the limits.\n\nSource: https://a.example/b' }],
  ])('the text fingerprint is equal for %s', (_name, change) => {
    expect(compute(change)).toBe(compute({}));
  });

  it.each([
    ['another title', { title: 'Y' }],
    ['another text', { content: 'See [all limits](limits.md).' }],
    ['another visibility', { public: true }],
    ['another URL in code', { content: 'See [the limits](limits.md). `https://a.example`' }],
  ])('the text fingerprint differs for %s', (_name, change) => {
    expect(compute(change)).not.toBe(compute({}));
  });
});
