import { sampleCases } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { CREDENTIALS, ENCODINGS, NAMED, NAMED_SECRETS, PLACES, UNNAMED, type Ways } from './encodings.fixture.ts';
import { createRedaction } from './redact.ts';

interface Case {
  readonly title: string;
  readonly text: string;
  /** The text without the secret, which may be stored. */
  readonly clean: string;
  readonly secret: string;
}

const { text: redact } = createRedaction();

/** Returns a case for every secret in every text, with two encodings, in every part of a log. */
function getCases(texts: Ways, secrets: Readonly<Record<string, string>>): Case[] {
  const cases: Case[] = [];
  for (const [kind, write] of Object.entries(texts))
    for (const [name, secret] of Object.entries(secrets))
      for (const [inner, encodeInner] of Object.entries(ENCODINGS))
        for (const [outer, encodeOuter] of Object.entries(ENCODINGS))
          for (const [place, put] of Object.entries(PLACES)) {
            const make = (value: string) => put(encodeOuter(encodeInner(write(value))));
            const title = `${name} in ${kind}, ${inner}, ${outer}, in ${place}`;
            cases.push({ title, text: make(secret), clean: make('[redacted]'), secret });
          }
  return cases;
}

const BASE64 = /([\w+/-]{12,})={0,2}/g;

/**
 * Decodes all percent-encoding and Base64, because Base64 does not always show whether it has padding. The test compares the decoded texts, and decodes more
 * levels than any case contains.
 */
function decodeAll(text: string): string {
  let decodedText = text;
  for (let level = 0; level < 8; level += 1) {
    decodedText = decodePercent(decodedText)
      .replaceAll(BASE64, (whole, encoded: string) => {
        const content = Buffer.from(encoded, 'base64').toString();
        return /^[\t\n\r -~]+$/.test(content) ? content : whole;
      })
      .replaceAll('\\', '');
  }
  return decodedText;
}

function decodePercent(text: string): string {
  const decoded = text.replaceAll(/%[\dA-F]{2}/g, (sequence) => decodeURIComponent(sequence));
  return decoded === text ? text : decodePercent(decoded);
}

/** Writes the marker in one way. It can be percent-encoded, and `Basic` can precede it, if the secret was not recognizable as a whole value. */
const normalizeMarker = (text: string) =>
  text
    .replaceAll(/%(?:25)*5Bredacted%(?:25)*5D/g, '[redacted]')
    .replaceAll(/Basic(?: |%(?:25)*20)\[redacted\]/g, '[redacted]');

/** Returns whether a redacted text is as expected. */
function isClean({ title, text, clean }: Case): boolean {
  const read = (each: string) => normalizeMarker(/Base64|Archive/.test(title) ? decodeAll(each) : each);
  return read(redact(text)) === read(clean);
}

describe('secrets in encoded texts', () => {
  const all = [...getCases(NAMED, NAMED_SECRETS), ...getCases(UNNAMED, CREDENTIALS)];

  it('the test cases combine all texts, secrets, encodings and positions', () => {
    expect(all.length).toBe((8 * 3 + 4 * 4) * 10 * 10 * 14);
    expect(all.every(({ text, clean }) => text !== clean)).toBe(true);
  });

  it('secrets in two levels of encoding are redacted, and all other text stays unchanged', () => {
    const wrong = sampleCases(all, 53).filter((each) => !isClean(each));
    expect(wrong.slice(0, 5).map((each) => ({ ...each, redacted: redact(each.text) }))).toEqual([]);
  });

  it('texts without secrets are returned unchanged, however they are encoded', () => {
    const harmless = getCases(NAMED, { harmless: '[redacted]' });
    const changed = sampleCases(harmless, 7).filter(({ text }) => redact(text) !== text);
    expect(changed.slice(0, 5).map((each) => ({ ...each, redacted: redact(each.text) }))).toEqual([]);
  });
});
