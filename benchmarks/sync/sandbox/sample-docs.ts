import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Contents of the files of a docs folder, by their paths in the repository. */
export type Docs = Readonly<Record<string, string>>;

const FOLDER_SIZE = 100;
const WORDS =
  'request answer key header page limit token retry scope cursor event schema field queue batch region account window'.split(
    ' ',
  );
const SENTENCES_PER_PARAGRAPH = 8;
const SENTENCE_WORDS = 12;

/** Returns the path of a generated document. The file name is unique, because some tools name pages after the file. */
export function getPath(index: number): string {
  const padNumber = (value: number, width: number) => String(value).padStart(width, '0');
  return `docs/part-${padNumber(Math.floor(index / FOLDER_SIZE), 3)}/page-${padNumber(index, 5)}.md`;
}

/**
 * Returns a unique document that results in one item. Each `edition` has a different text. The front matter contains
 * the fields that `rdme` requires.
 */
export function createPage(index: number, edition = 0): string {
  // The text comes from a multiplicative random number generator, so that it is the same on every machine.
  let seed = (index * 7919 + edition * 104_729 + 1) % 2_147_483_647;
  const pickWord = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return WORDS[seed % WORDS.length];
  };
  const createSentence = () => `The ${Array.from({ length: SENTENCE_WORDS }, pickWord).join(' ')}.`;
  const body = Array.from({ length: SENTENCES_PER_PARAGRAPH }, createSentence).join(' ');
  return `---\ntitle: Page ${index}\ncategory:\n  uri: Guides\n---\n\nEdition ${edition} of page ${index}. ${body}\n`;
}

export function getDocs(count: number): Docs {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [getPath(index), createPage(index)]));
}

/**
 * Writes the files synchronously. Writing tens of thousands of files asynchronously one by one would take 30 seconds.
 */
export function writeDocs(root: string, docs: Docs): void {
  for (const folder of new Set(Object.keys(docs).map((path) => dirname(path)))) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  for (const [path, text] of Object.entries(docs)) writeFileSync(join(root, path), text);
}
