import { expect, it } from 'vitest';
import { listSecretForms } from './secret-forms.ts';
import { SecretWatch } from './secret-watch.ts';

const SECRET = 'csk_"a\\b+c/d%e f=';

it.each<[string, string]>([
  ['as is', SECRET],
  ['in a URL', `https://x.example/?key=${encodeURIComponent(SECRET)}&y`],
  ['in a query', new URLSearchParams({ key: SECRET }).toString()],
  ['in Markdown', `<code>${SECRET.replaceAll(/[_"\\]/g, (mark) => `&#${mark.codePointAt(0)};`)}</code>`],
  ['in HTML', SECRET.replaceAll('"', '&quot;').replace('/', '<wbr>/')],
  ['in JSON', JSON.stringify({ key: `Bearer ${SECRET}` })],
  ['in hexadecimal', Buffer.from(`Bearer ${SECRET}`).toString('hex')],
  ['in upper-case hexadecimal', Buffer.from(SECRET).toString('hex').toUpperCase()],
  ...['', 'a', 'ab', 'abc', 'Bearer ', 'x-access-token:'].flatMap((before): [string, string][] =>
    ['', 'z', 'zz'].flatMap((after): [string, string][] => [
      [`in base64 between "${before}" and "${after}"`, Buffer.from(before + SECRET + after).toString('base64')],
      [`in base64url between "${before}" and "${after}"`, Buffer.from(before + SECRET + after).toString('base64url')],
    ]),
  ),
])('a secret is found %s', (_name, text) => {
  const watch = new SecretWatch();
  watch.add({ 'the key': SECRET });
  watch.look('a text', `before ${text} after`);
  const leaks = watch.takeLeaks();
  expect(leaks).not.toEqual([]);
  for (const leak of leaks) expect(leak).not.toContain(SECRET);
  watch.look('another text', 'csk_a and nothing else');
  expect(watch.takeLeaks()).toEqual([]);
});

it('very short texts are not treated as secrets', () => {
  expect(listSecretForms('main')).toEqual([]);
  expect(listSecretForms('')).toEqual([]);
});
