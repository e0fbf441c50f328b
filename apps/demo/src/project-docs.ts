import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@context-sync/testkit';

/** Returns the documentation files of this project, by their paths in a repository. */
export async function readProjectDocs(): Promise<Record<string, string>> {
  const names = await readdir(join(PROJECT_ROOT, 'docs'), { recursive: true });
  const texts = names
    .filter((name) => name.endsWith('.md'))
    .map(
      async (name) =>
        [`docs/${name.replaceAll('\\', '/')}`, await readFile(join(PROJECT_ROOT, 'docs', name), 'utf8')] as const,
    );
  return Object.fromEntries(await Promise.all(texts));
}

/** Files outside of the documentation to which the documentation links. */
const LINKED_FILES = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'benchmarks/sdk/RESULTS.md',
  'benchmarks/sync/RESULTS.md',
  'examples/two-folders.yml',
];

/** Returns the images of the documentation, and the other files to which it links. */
export async function readLinkedFiles(): Promise<Record<string, Uint8Array>> {
  const folder = join(PROJECT_ROOT, 'docs/images');
  const images = (await readdir(folder)).map((name) => `docs/images/${name}`);
  const files = [...images, ...LINKED_FILES].map(
    async (path) => [path, await readFile(join(PROJECT_ROOT, path))] as const,
  );
  return Object.fromEntries(await Promise.all(files));
}

/** Adds a sentence to the end of the section with this heading. @throws Error if the heading does not exist */
export function addSentence(text: string, heading: string, sentence: string): string {
  const lines = text.split('\n');
  const start = lines.indexOf(heading);
  if (start < 0) throw new Error(`there is no line "${heading}"`);
  const nextHeading = lines.findIndex((line, index) => index > start && /^#{1,6} /.test(line));
  return lines.toSpliced(nextHeading < 0 ? lines.length : nextHeading, 0, sentence, '').join('\n');
}
