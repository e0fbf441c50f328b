import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SourcePage } from '../chunkers/chunker-types.ts';
import { MissingDataError, readRetrievalData } from './data-folder.ts';

const PACKAGES = ['next/dist/docs', 'ai/docs'];

/** Returns the pages of real documentation, from the retrieval data and from npm packages, without duplicates. */
export function readDocumentation(folder: string): SourcePage[] {
  // This corpus is excluded, because an npm package contains the same pages.
  const pages: SourcePage[] = readRetrievalData(folder).pages.filter(({ corpus }) => corpus !== 'next');
  return [...pages, ...PACKAGES.flatMap(readShippedPages)];
}

function readShippedPages(name: string): SourcePage[] {
  const folder = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
  if (!existsSync(folder)) {
    throw new MissingDataError(
      `The package of ${name} is not installed: run "npm run bench:chunker" once, or pnpm install in benchmarks.`,
    );
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.mdx?$/.test(path))
    .sort()
    .map((path) => ({
      path: `${name.split('/')[0]}/${path.replaceAll('\\', '/')}`,
      text: readFileSync(join(folder, path), 'utf8'),
    }));
}
