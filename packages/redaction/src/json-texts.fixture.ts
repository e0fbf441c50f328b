import { createSeeded } from './seeded.fixture.ts';

/** A JSON text with secrets, and the text that may be stored. */
export interface JsonPair {
  readonly text: string;
  readonly clean: string;
}

/** Numbers that lose digits, or change, when they are parsed and serialized as IEEE 754 doubles. */
const NUMBERS = ['98765432109876543210', '1.10', '1e400', '-0', '1E+2', '0.1e-9', '9007199254740993', '-12.500', '0'];
const STRINGS = [
  '',
  'a',
  'é\\u00e9\\n',
  '\\/\\"\\\\',
  '\\ud83d\\ude00 😀',
  '\\ud800',
  'two words',
  '2026-03-01',
  'a@example.com',
];
const NAMES = ['id', 'label', 'n\\u0061me2', 'a b', '', 'count', '__proto__', 'items'];
const SECRET_NAMES = ['password', 'pass\\u0077ord', 'accessToken', 'client_secret', 'X-API-Key'];
const SECRETS = [
  '"S3cr3t-Value"',
  '"a\\"b\\\\\\u0041"',
  '12345678901234567890',
  '{"a" : [1.10, "x"]}',
  '["S3cr3t", 1e400]',
];
const SPACES = ['', '', '', ' ', '\n', '\r\n', '\t', '  '];

/** Returns a function that generates JSON texts with white space, duplicate names and escape sequences. The same seed generates the same texts. */
export function createJsonTexts(seed: number): () => JsonPair {
  const { below, one } = createSeeded(seed);
  const space = () => one(SPACES);
  const createUnchangedPair = (text: string): JsonPair => ({ text, clean: text });
  const join = (pairs: readonly JsonPair[]): JsonPair => ({
    text: pairs.map(({ text }) => text).join(''),
    clean: pairs.map(({ clean }) => clean).join(''),
  });
  const createSecret = (): JsonPair => {
    const text = one(SECRETS);
    return { text, clean: '"[redacted]"' };
  };
  function createValue(depth: number): JsonPair {
    const kind = below(depth > 0 ? 6 : 3);
    if (kind === 0) return createUnchangedPair(one(NUMBERS));
    if (kind === 1) return createUnchangedPair(`"${one(STRINGS)}"`);
    if (kind === 2) return createUnchangedPair(one(['true', 'false', 'null']));
    return kind === 3 ? createList(depth - 1) : createObject(depth - 1);
  }
  function createList(depth: number): JsonPair {
    const items = Array.from({ length: below(5) }, (_, index) => [
      createUnchangedPair(`${index > 0 ? ',' : ''}${space()}`),
      createValue(depth),
      createUnchangedPair(space()),
    ]);
    return join([createUnchangedPair('['), ...items.flat(), createUnchangedPair(`${space()}]`)]);
  }
  function createObject(depth: number): JsonPair {
    const members = Array.from({ length: below(6) }, (_, index) => {
      const isSecret = below(4) === 0;
      const name = one(isSecret ? SECRET_NAMES : NAMES);
      return [
        createUnchangedPair(`${index > 0 ? ',' : ''}${space()}"${name}"${space()}:${space()}`),
        isSecret ? createSecret() : createValue(depth),
        createUnchangedPair(space()),
      ];
    });
    return join([createUnchangedPair('{'), ...members.flat(), createUnchangedPair(`${space()}}`)]);
  }
  return () => join([createUnchangedPair(space()), createValue(5), createUnchangedPair(space())]);
}
