import { expect, it } from 'vitest';
import { parseConfig } from './config.ts';

it.each([
  ['a comma after the last value of an object', '{ "a": { "b": 1, }, }', { a: { b: 1 } }],
  ['a comma after the last value of a list', '{ "a": [1, [2,],\n] }', { a: [1, [2]] }],
  ['comments', '// x\n{ /* "a": 0, */ "a": 1 // y\n}', { a: 1 }],
  ['a comment after the last comma', '{ "a": 1, // "b": 2\n /* c */ }', { a: 1 }],
  ['a byte order mark', '\uFEFF{ "a": 1 }', { a: 1 }],
  [
    'strings that look like comments and commas',
    String.raw`{ "a": "https://a.b/**/,]", "b": "\"//,}", "c": "\\", }`,
    { a: 'https://a.b/**/,]', b: '"//,}', c: '\\' },
  ],
])('reads JSON with %s', (_, text, value) => {
  expect(parseConfig('docfx.json', text)).toEqual(value);
});

it.each(['{ "a": 1', '{ "a" 1 }', '{ "a": 1,, }', '{ "a": "b }', '{ "a": 1 /* }', '{ a: 1 }', ''])(
  'does not read broken JSON such as %j',
  (text) => {
    expect(parseConfig('docfx.json', text)).toBeUndefined();
  },
);

it.each(['"', '/*', '//', '"\\', ',', ', ', '/*/', '"/*'])(
  'reads a million repetitions of %j in linear time',
  (text) => {
    expect(parseConfig('docfx.json', `[${text.repeat(1_000_000)}`)).toBeUndefined();
  },
);
