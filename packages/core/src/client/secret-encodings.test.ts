import { expect, it } from 'vitest';
import { listSecretEncodings, replaceSecrets } from './secret-encodings.ts';

const SECRET = 'csk_"a\\b+c/d%e f=g';

it.each([
  SECRET,
  encodeURIComponent(SECRET),
  new URLSearchParams({ key: SECRET }).toString(),
  JSON.stringify({ key: SECRET }),
  Buffer.from(SECRET).toString('hex'),
  Buffer.from(SECRET).toString('hex').toUpperCase(),
  ...['', 'x', 'xy', 'Bearer ', 'x-access-token:'].flatMap((before) =>
    (['base64', 'base64url'] as const).map((encoding) => Buffer.from(`${before}${SECRET}z`).toString(encoding)),
  ),
])('a secret that is encoded as %j is removed', (text) => {
  const left = replaceSecrets(`before ${text} after`, [SECRET, '']);
  expect(left).toMatch(/^before .*\*\*\*.* after$/);
  expect(left.length).toBeLessThan(50);
});

it('the removal of a secret changes neither other texts nor texts that contain a part of a short secret', () => {
  expect(replaceSecrets('Sixty requests a minute', [SECRET])).toBe('Sixty requests a minute');
  expect(listSecretEncodings('abcd').every((form) => form.length >= 4)).toBe(true);
  expect(listSecretEncodings('')).toEqual([]);
});
