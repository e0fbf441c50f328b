import { expect, it } from 'vitest';
import { replaceAddress } from './replace-address.ts';

it.each([
  ['in a URL', '/users/ann@example.com/pets', '/users/erased/pets'],
  ['with percent-encoding', '/pets?owner=Ann%40example.com&x=1', '/pets?owner=erased&x=1'],
  ['in JSON, in any case', '{"to":"Ann <ANN@example.com>","n":1}', '{"to":"Ann <erased>","n":1}'],
  ['at the end of a sentence', '"Write to ann@example.com."', '"Write to erased."'],
  ['with an escape of JSON', '{"to":"ann\\u0040example.com"}', '{"to":"erased"}'],
  ['as a key', '{"ann@example.com":true}', '{"erased":true}'],
])('replaceAddress replaces an email address %s', (_where, text, expected) => {
  expect(replaceAddress(text, ' ann@example.com ')).toBe(expected);
});

it.each([
  'joann@example.com',
  'ann@example.community',
  'ann@example.com.au',
  'x.ann@example.com',
  'sue%2Bann@example.com',
])('replaceAddress does not replace the longer email address %s', (text) => {
  expect(replaceAddress(`"${text}"`, 'ann@example.com')).toBe(`"${text}"`);
});

it.each([
  ['a', '{"a":"a","data":["a",true,"banana"]}', '{"erased":"erased","data":["erased",true,"banana"]}'],
  ['1', '{"id":1,"name":"1"}', '{"id":1,"name":"erased"}'],
  ['say "hi"', '["say \\"hi\\""]', '["say \\"hi\\""]'],
  [',', '["x","y"]', '["x","y"]'],
  ['x\\y', '["x\\\\y"]', '["erased"]'],
])('replaceAddress replaces the caller name %j only where it is a whole JSON string', (name, text, expected) => {
  expect(replaceAddress(text, name)).toBe(expected);
  expect(() => JSON.parse(replaceAddress(text, name))).not.toThrow();
});
