import { expect, it } from 'vitest';
import { decodeSource, parseSource } from './parse-source.ts';

const TEXT = 'openapi: 3.1.0 # größe 😀\n';
const encode = (text: string, encoding: BufferEncoding) => Buffer.from(text, encoding);

it.each([
  ['UTF-8', encode(TEXT, 'utf8')],
  ['UTF-8 with a byte order mark', encode(`\uFEFF${TEXT}`, 'utf8')],
  ['UTF-16, little endian', encode(`\uFEFF${TEXT}`, 'utf16le')],
  ['UTF-16, big endian', encode(`\uFEFF${TEXT}`, 'utf16le').swap16()],
])('parseSource decodes %s', (_name, bytes) => {
  expect(decodeSource(bytes)).toBe(TEXT);
});

it.each([
  ['JSON', 'json', '\uFEFF{"a": 1}', { root: { a: 1 } }],
  ['YAML', 'yaml', '\uFEFFa: 1', { root: { a: 1 } }],
  ['JSON in a YAML file', 'yaml', '{"a": 1, "b": 2}', { root: { a: 1, b: 2 } }],
  ['YAML in braces', 'yaml', '{"a": 1, b: 2,} # end', { root: { a: 1, b: 2 } }],
  ['YAML in a JSON file', 'json', '{"a": 1, b: 2}', { fault: { syntax: 'JSON', line: 1, column: 10 } }],
] as const)('parseSource parses %s', (_name, format, text, expected) => {
  expect(parseSource(text, format)).toMatchObject(expected);
});
