import { stemmer } from 'stemmer';

/** More letters tell words no better apart, and an index entry must not grow with a text that has no spaces. */
const LONGEST = 100;
/** PostgreSQL keeps no more places of one word. */
const MOST_PLACES = 255;

/** The words of a text as they are compared: without accents and endings, in lower case. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => stemOf(word.slice(0, LONGEST).toWellFormed()));
}

function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

/** A word that no text has, for the project: so that one index finds the words of one project. */
export function projectWord(projectId: string): string {
  return `project:${projectId}`;
}

/** What is searched of an item, as PostgreSQL reads a `tsvector`: where each word stands, those of the title with the weight A. */
export function vectorOf(projectId: string, { title, content }: { title: string; content: string }): string {
  const places = new Map<string, string[]>();
  let place = 0;
  for (const [text, weight] of [
    [title, 'A'],
    [content, ''],
  ] as const) {
    for (const word of wordsOf(text)) {
      place += 1;
      const known = places.get(word) ?? [];
      if (known.length < MOST_PLACES) known.push(`${Math.min(place, 16_383)}${weight}`);
      places.set(word, known);
    }
  }
  const words = [...places].map(([word, at]) => `'${word}':${at.join(',')}`);
  return [`'${projectWord(projectId)}'`, ...words].join(' ');
}
