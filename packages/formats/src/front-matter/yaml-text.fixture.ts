import { createSeededRandom, pickOne } from '@context-sync/reading/seeded';

const KEYS = [
  'title',
  'description',
  'draft',
  'published',
  'public',
  'context',
  'tags',
  'a',
  'b-c',
  'd_e',
  'sidebar',
  'layout',
];
const ODD_KEYS = ['"title"', "'a'", 'a b', '1', 'true', '<<', '? a', '&x a', 'title ', '-', 'A.B', 'é'];
const VALUES = [
  ...[
    'Intro',
    'Getting started',
    'a: b',
    'a:b',
    'a : b',
    'a #b',
    'a#b',
    '#b',
    'a, b',
    'a [b]',
    'a {b}',
    'b:',
    "it's",
    'say "a"',
    'a - b',
  ],
  ...[
    '"a: b"',
    "'a: b'",
    '"a"b',
    '"a\\nb"',
    "'it''s'",
    '"',
    "'",
    '""',
    "''",
    '"a',
    "a'",
    '"a" # b',
    '" a "',
    '"a\\"b"',
    "'\\n'",
  ],
  ...['true', 'True', 'TRUE', 'tRUE', 'false', 'False', 'yes', 'no', 'on', 'null', 'Null', 'NULL', 'nULL', '~', ''],
  ...[
    '0',
    '1',
    '-1',
    '+1',
    '007',
    '1.5',
    '1.10',
    '.5',
    '1.',
    '1e3',
    '1E-2',
    '0x1f',
    '0X1F',
    '0o17',
    '0O17',
    '0b11',
    '1_000',
    '12:30:45',
  ],
  ...[
    '.inf',
    '-.inf',
    '.NaN',
    'Infinity',
    'NaN',
    '1.2.3',
    'v1.2',
    '2024-01-01',
    '2024-01-01T10:00:00Z',
    '12345678901234567890',
    '0x',
    '1e',
    'e1',
  ],
  ...[
    '[a, b]',
    '{a: b}',
    '[a',
    '{',
    '|',
    '>',
    '|-',
    '>+',
    '*x',
    '&x a',
    '!!str 1',
    '!a b',
    '@a',
    '`a`',
    '%a',
    '- a',
    '? a',
    ': a',
    ', a',
    ']',
  ],
  ...[
    '/a/b',
    '(a)',
    '<A>',
    '<A> (<>...</>)',
    './a.md',
    'https://a.b/c?d=e#f',
    '漢字',
    'é: è',
    '👋 a',
    '...',
    '--- a',
    '= a',
    'a\\b',
    '$a',
    '_a',
    '\\a',
  ],
];
/** YAML values that occur often in front matter. */
const PLAIN = [
  'Intro',
  'Getting started',
  'true',
  'false',
  '1',
  '2.5',
  '"a: b"',
  "'a'",
  '2024-01-01',
  '/a/b',
  'a, b',
  '<A>',
];
const INDENTS = ['', '', '', '', '  ', '  ', '    ', ' ', '   ', '      '];

/** Generates front matter that is mostly well-formed, with nested mappings, lists, comments, inconsistent indentation and unusual values. */
export function generateYaml(seed: number): string {
  const random = createSeededRandom(seed);
  const chance = (share: number) => random() < share;
  const indents = chance(0.6) ? [''] : INDENTS;
  const isPlain = chance(0.6);
  const values = Array.from({ length: 4 }, () => pickOne(random, isPlain && chance(0.8) ? PLAIN : VALUES));
  const isOdd = chance(0.1);
  const line = (): string => {
    const indent = pickOne(random, indents);
    const key = isOdd && chance(0.3) ? pickOne(random, ODD_KEYS) : pickOne(random, KEYS);
    const value = pickOne(random, values);
    const kind = random();
    if (kind < 0.06) return pickOne(random, isPlain ? ['', '# a', '  # a: b'] : ['', '  ', '# a', '\t']);
    if (kind < 0.2) return `${indent}- ${value}`;
    if (!isPlain && kind < 0.23) return `${indent}- ${key}: ${value}`;
    if (!isPlain && kind < 0.26) return `${indent}${value}`;
    if (!isPlain && kind < 0.28) return `${indent}-`;
    if (kind < 0.4) return `${indent}${key}:${isPlain ? '' : pickOne(random, ['', ' ', '  # a'])}`;
    if (isPlain) return `${indent}${key}: ${value}`;
    return `${indent}${key}:${pickOne(random, [' ', ' ', ' ', '   ', '', '\t'])}${value}${pickOne(random, ['', '', ' ', ' # a'])}`;
  };
  return Array.from({ length: 1 + Math.floor(random() * 7) }, line).join('\n');
}
