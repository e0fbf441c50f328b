import { expect, it } from 'vitest';
import { createRandom } from '../database/behavior/random.fixture.ts';
import { replaceAddress } from './replace-address.ts';
import { replaceEmails } from './replace-emails.ts';

const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const toBase64Url = (text: string) => Buffer.from(text).toString('base64url');

it.each([
  ['in a URL', '/users/ann@example.com/pets', '/users/erased/pets'],
  ['with percent-encoding', '/pets?owner=Ann%40example.com&x=1', '/pets?owner=erased&x=1'],
  ['in JSON, in upper and lower case', '{"to":"Ann <ANN@example.com>","n":1}', '{"to":"Ann <erased>","n":1}'],
  ['at the end of a sentence', '"Write to ann@example.com."', '"Write to erased."'],
  ['with an escape of JSON', '{"to":"ann\\u0040example.com"}', '{"to":"erased"}'],
  ['as a key', '{"ann@example.com":true}', '{"erased":true}'],
  ['after an escaped character', '/login?next=mailto%3Aann%40example.com', '/login?next=mailto%3Aerased'],
  ['after an escaped line break', '{"text":"Hello\\nann@example.com\\tBob"}', '{"text":"Hello\\nerased\\tBob"}'],
  ['twice percent-encoded', '/login?next=%2Fusers%2Fann%2540example.com', '/login?next=%2Fusers%2Ferased'],
  ['four times percent-encoded', '/?a=ann%25252540example.com', '/?a=erased'],
  ['with each character percent-encoded', '/?a=%61%6E%6e%40%65xample%2Ecom&b', '/?a=erased&b'],
  ['with several escapes of JSON', '{"to":"\\u0061nn\\u0040example\\u002Ecom"}', '{"to":"erased"}'],
  [
    'in JSON in a JSON string',
    '{"body":"{\\"to\\":\\"ann\\\\u0040example.com\\"}"}',
    '{"body":"{\\"to\\":\\"erased\\"}"}',
  ],
  ['in a form', '{"body":"q=hi+ann%40example.com&x=ann%40example.com"}', '{"body":"q=hi+erased&x=erased"}'],
  [
    'in HTML',
    '"<a href=\\"mailto:ann&#64;example.com\\">&lt;ann&#x40;example&period;com&gt;"',
    '"<a href=\\"mailto:erased\\">&lt;erased&gt;"',
  ],
  ['in text without spaces', '"联系ann@example.com谢谢"', '"联系erased谢谢"'],
  [
    'in Base64',
    `{"content":"${toBase64('{"to":"Ann@example.com"}')}","n":1}`,
    `{"content":"${toBase64('{"to":"erased"}')}","n":1}`,
  ],
  [
    'in Base64 for URLs, without padding',
    `/next/${toBase64Url('owner=ann%40example.com??>>')}?x=1`,
    `/next/${toBase64Url('owner=erased??>>')}?x=1`,
  ],
  [
    'in Base64 in Base64',
    `"${toBase64(`{"a":"${toBase64('Write to ann@example.com.')}"}`)}"`,
    `"${toBase64(`{"a":"${toBase64('Write to erased.')}"}`)}"`,
  ],
  ['in quotation marks', `"'ann@example.com'"`, `"'erased'"`],
])('replaceAddress replaces an email address %s', (_where, text, expected) => {
  expect(replaceAddress(text, ' ann@example.com ')).toBe(expected);
});

it.each([
  'joann@example.com',
  'ann@example.community',
  'ann@example.com.au',
  'x.ann@example.com',
  'sue%2Bann@example.com',
  'sue+ann@example.com',
  'sue%2Bann%40example.com',
  'jo%61nn@example.com',
])('replaceAddress does not replace the longer email address %s', (text) => {
  expect(replaceAddress(`"${text}"`, 'ann@example.com')).toBe(`"${text}"`);
});

it.each([
  ['sue+ann@example.com', 'f=sue%2Bann%40example.com&g=sue+ann%40example.com', 'f=erased&g=erased'],
  ["o'brien@example.com", '/?u=o%27brien@example.com', '/?u=erased'],
  ['zoë@example.com', '{"to":"zo\\u00eb@example.com","u":"/zo%C3%AB%40example.com"}', '{"to":"erased","u":"/erased"}'],
  ['ann@bücher.example', '"ann@xn--bcher-kva.example, ANN@BÜCHER.example"', '"erased, erased"'],
  ['Ann <ann@example.com>', '/users/ann@example.com', '/users/erased'],
])('replaceAddress replaces the email address %s in its other notations', (address, text, expected) => {
  expect(replaceAddress(text, address)).toBe(expected);
});

it('replaceAddress replaces an email address in any combination of escapes, and the JSON remains valid', () => {
  const random = createRandom(7);
  const encoders = [
    (text: string) => encodeURIComponent(text),
    (text: string) => [...text].map((each) => `%${each.charCodeAt(0).toString(16)}`).join(''),
    (text: string) => JSON.stringify(text).slice(1, -1),
    (text: string) => [...text].map((each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    (text: string) => [...text].map((each) => (random() < 0.5 ? each : `&#${each.charCodeAt(0)};`)).join(''),
    (text: string) => text.toUpperCase(),
  ];
  for (let round = 0; round < 500; round += 1) {
    let name = 'Ann.Smith+x@example.com';
    for (let level = 0; level < 1 + Math.floor(random() * 3); level += 1) {
      const encoded = encoders[Math.floor(random() * encoders.length)]?.(name) ?? name;
      // The number of levels that are decoded is limited, and the letter case of an escape such as `\n` matters.
      if (encoded.length < 400) name = encoded;
    }
    const json = JSON.stringify({ before: `a ${name} b`, list: [name] });
    const erased = replaceAddress(json, 'ann.smith+x@example.com');
    expect(JSON.parse(erased), json).toEqual({ before: 'a erased b', list: ['erased'] });
  }
});

it.each([
  ['many @', '@'.repeat(100_000)],
  ['a long local part', `${'!'.repeat(50_000)}@x`],
  ['long local parts', `${'!'.repeat(300)}@`.repeat(300)],
  ['many backslashes', `${'\\'.repeat(100_000)}@`],
  ['many percent signs', `@${'%25'.repeat(30_000)}`],
  ['many ampersands', `@${'&amp;'.repeat(20_000)}`],
])('replaceEmails checks a limited number of possible email addresses in a text with %s', (_name, text) => {
  let count = 0;
  replaceEmails(text, () => {
    count += 1;
    return false;
  });
  expect(count).toBeLessThanOrEqual(text.length);
});

it.each([
  ['a', '{"a":"a","data":["a",true,"banana"]}', '{"erased":"erased","data":["erased",true,"banana"]}'],
  ['1', '{"id":1,"name":"1"}', '{"id":1,"name":"erased"}'],
  ['say "hi"', '["say \\"hi\\""]', '["say \\"hi\\""]'],
  [',', '["x","y"]', '["x","y"]'],
  ['x\\y', '["x\\\\y"]', '["erased"]'],
])('replaceAddress replaces the user name %j only where it is a whole JSON string', (name, text, expected) => {
  expect(replaceAddress(text, name)).toBe(expected);
  expect(() => JSON.parse(replaceAddress(text, name))).not.toThrow();
});
