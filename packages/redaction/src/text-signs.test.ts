import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { findEncodedTexts } from './base64.ts';
import { decodeReferences } from './character-references.ts';
import { isForm, isUrl } from './find-in-pairs.ts';
import { SAMPLE_SECRETS } from './sample-secrets.fixture.ts';
import { findByPattern } from './scan-text.ts';
import { createSeeded } from './seeded.fixture.ts';
import { createNameClassifier } from './sensitive-names.ts';
import {
  AMPERSAND,
  EQUALS_SIGN,
  getSigns,
  LONG_BASE64,
  lastScan,
  PATTERN_SIGN,
  PERCENT_SIGN,
  scanSigns,
  URL_SIGN,
} from './text-signs.ts';

const FRAGMENTS = [
  ...Object.values(SAMPLE_SECRETS),
  ...[
    'Bearer',
    'basic',
    'TOKEN',
    'bot',
    'apikey',
    'Splunk',
    'negotiate',
    'password',
    'api_key',
    'user',
    'ok',
    'a',
    'The',
  ],
  ...[
    ' ',
    ' ',
    ' ',
    '=',
    ':',
    '<',
    '>',
    '&',
    '%',
    '%3D',
    '&quot;',
    '?',
    '#',
    ';',
    '.',
    '-',
    '_',
    '/',
    '+',
    ',',
    '\n',
    '\t',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    "'",
    '\\',
    '\\"',
    'é',
    '中',
    '😀',
    '\uFEFF',
    '\u0000',
    '\u007F',
    '-----BEGIN',
    'PRIVATE KEY',
  ],
  ...['https://', '-----BEGIN RSA PRIVATE', ' KEY-----', Buffer.from('password=hunter2').toString('base64')],
];
const CASES = selectByTier(20_000, 1_000_000);
/** Matches the characters that a JSON string can contain without escape sequences. */
const STRING_CONTENT = /[ !#-[\]-\uFFFF]*/y;

const getKind = createNameClassifier([]);

/** The searches that are skipped for a text without the sign, each with a function that returns whether the search would find a secret. */
const SEARCHES: readonly (readonly [name: string, sign: number, finds: (text: string) => boolean])[] = [
  ['patterns', PATTERN_SIGN, (text) => findByPattern(text, getKind).length > 0 || findByPattern(text).length > 0],
  ['Base64', LONG_BASE64, (text) => findEncodedTexts(text).length > 0],
  ['a URL', URL_SIGN, isUrl],
  ['a form', EQUALS_SIGN, isForm],
  ['character references', AMPERSAND, (text) => decodeReferences(text) !== text],
  ['percent-encoding', PERCENT_SIGN, (text) => text.includes('%')],
];

function* createTexts(): Generator<string> {
  const { below, one, text } = createSeeded(20_261_125);
  for (let index = 0; index < CASES; index += 1) {
    const parts = Array.from({ length: 1 + below(7) }, () => one(FRAGMENTS));
    const joined = parts.join(below(3) === 0 ? ' ' : '');
    // Truncated texts and random words add lengths that the fragments do not have.
    yield below(3) === 0 ? joined.slice(below(joined.length)) + text(below(20), 'aB3-._ ') : joined;
  }
}

describe('scanSigns', () => {
  it.each(SEARCHES)(
    'scanSigns reports the sign of %s for every text in which the search finds a secret',
    (_name, sign, finds) => {
      let foundCount = 0;
      let unmatchedCount = 0;
      for (const text of createTexts()) {
        const hasSign = (getSigns(text) & sign) !== 0;
        if (!hasSign) unmatchedCount += 1;
        if (!finds(text)) continue;
        foundCount += 1;
        if (!hasSign) expect.unreachable(`no sign in ${JSON.stringify(text)}`);
      }
      // Both kinds of texts must occur often enough to find a difference.
      expect(Math.min(foundCount, unmatchedCount)).toBeGreaterThan(CASES / 1_000);
    },
  );

  it('the search for signs stops at the first character that a JSON string cannot contain', () => {
    for (const text of createTexts()) {
      STRING_CONTENT.lastIndex = 0;
      STRING_CONTENT.test(text);
      scanSigns(text, 0, text.length, true);
      expect(lastScan.end).toBe(STRING_CONTENT.lastIndex);
      const content = text.slice(0, lastScan.end);
      // All signs of the content must be recorded. The character at which the content ends may add further signs.
      const { signs } = lastScan;
      const mask = SEARCHES.reduce((all, [, sign]) => all | sign, 0);
      expect(signs & mask & getSigns(content)).toBe(getSigns(content) & mask);
    }
  });
});
