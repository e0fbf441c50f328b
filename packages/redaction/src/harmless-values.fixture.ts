import { createSeeded, type Seeded } from './seeded.fixture.ts';

/** Functions that generate values of harmless requests. */
export type Values = ReturnType<typeof getValues>;
/** Functions that generate a value, by name. */
export type Makers = Readonly<Record<string, () => unknown>>;

export function getValues(seed: number) {
  const { random, below, one, text }: Seeded = createSeeded(seed);
  const hex = (length: number) => text(length, '0123456789abcdef');
  const base62 = (length: number) => text(length, '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  const base64 = (length: number) => Buffer.from(Array.from({ length }, () => below(256))).toString('base64');
  const digits = (length: number) => text(length, '123456789');
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  const word = () => one(WORDS);
  const slug = () => Array.from({ length: 2 + below(4) }, word).join('-');
  const date = () => `2026-0${1 + below(9)}-1${below(10)}T0${below(10)}:${10 + below(50)}:00Z`;
  const name = () =>
    `${one(['Ann', 'Bob', 'Zoë', 'Søren', '美咲'])} ${one(['Pass', 'Keys', 'Cook', 'Pinter', 'Токен'])}`;
  const sentence = () => one(SENTENCES);
  const cursor = () => Buffer.from(JSON.stringify({ id: below(1e6), at: date() })).toString('base64url');
  /** Returns an object with a random selection of the names and generated values. */
  const pick = (makers: Makers, count: number): Record<string, unknown> =>
    Object.fromEntries(
      Array.from({ length: count }, () => one(Object.entries(makers))).map(([key, make]) => [key, make()]),
    );
  return { random, below, one, hex, base62, base64, digits, uuid, word, slug, date, name, sentence, cursor, pick };
}

const WORDS =
  'passage keyboard cookbook tokenizer secretary signal session author compass monkey passport turkey pinball codec hockey credentialing jar jwtlike basic bearer sunset river'.split(
    ' ',
  );
const SENTENCES = [
  'Token expired',
  'Basic authentication is off',
  'Bearer tokens are described in the docs.',
  'Your password must have at least 12 characters',
  'Invalid API key provided',
  'The secret of success is patience: start early, finish late.',
  'Press any key to continue; the code is 42',
  'Cookies are small cakes (about 5 cm) & taste good',
  'A pass from the left, a pin in the map = 1 goal',
  'Set key=value pairs, such as code=US, in the field.',
  'Send `PRIVATE-TOKEN: <token>` with every request',
  'Use <token> as a placeholder <key> here',
  'ISO 3166 code: DE',
  'Time is 10:00:00 in C:\\temp\\key.txt',
  'x = y == z ? a : b',
  'See https://docs.example.com/auth/tokens?tab=keys#session',
];
