import { indexedWordsOf } from '../../search/words.ts';

/** PostgreSQL keeps no more places of one word. */
const MOST_PLACES = 255;

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
    for (const word of indexedWordsOf(text)) {
      place += 1;
      const known = places.get(word) ?? [];
      if (known.length < MOST_PLACES) known.push(`${Math.min(place, 16_383)}${weight}`);
      places.set(word, known);
    }
  }
  const words = [...places].map(([word, at]) => `'${word}':${at.join(',')}`);
  return [`'${projectWord(projectId)}'`, ...words].join(' ');
}
