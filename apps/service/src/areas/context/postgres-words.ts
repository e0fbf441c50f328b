import { getIndexedWords } from '../../platform/search/search-words.ts';

/** Maximum number of positions that PostgreSQL stores per word. */
const MAX_POSITIONS_PER_WORD = 255;

/** Returns an artificial word that stands for the project, so that one index can be searched by project. */
export function createProjectWord(projectId: string): string {
  return `project:${projectId}`;
}

/** Formats an item as a `tsvector` with the positions of each word. Words in the title have weight A. */
export function toTsVector(projectId: string, { title, content }: { title: string; content: string }): string {
  const positions = new Map<string, string[]>();
  let position = 0;
  for (const [text, weight] of [
    [title, 'A'],
    [content, ''],
  ] as const) {
    for (const word of getIndexedWords(text)) {
      position += 1;
      const wordPositions = positions.get(word) ?? [];
      if (wordPositions.length < MAX_POSITIONS_PER_WORD) wordPositions.push(`${Math.min(position, 16_383)}${weight}`);
      positions.set(word, wordPositions);
    }
  }
  const words = [...positions].map(([word, at]) => `'${word}':${at.join(',')}`);
  return [`'${createProjectWord(projectId)}'`, ...words].join(' ');
}
