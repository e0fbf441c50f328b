import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithUsageError } from '../../../scripts/program-options.ts';
import type { SourcePage } from '../chunkers/chunker-types.ts';
import { readRetrievalData } from './data-folder.ts';

const PACKAGES = ['next/dist/docs', 'ai/docs'];
/** Prefixes of the projects in `formats` whose documents are Markdown. */
const MARKDOWN_PROJECT = /^(docusaurus|hugo|mdx|mkdocs|sphinx-myst|starlight|vitepress)-/;

/** Returns the pages of real documentation, from the retrieval data and from npm packages, without duplicates. */
export function readDocumentation(folder: string): SourcePage[] {
  // This corpus is excluded, because an npm package contains the same pages.
  const pages: SourcePage[] = readRetrievalData(folder).pages.filter(({ corpus }) => corpus !== 'next');
  return [...pages, ...PACKAGES.flatMap(readShippedPages)];
}

/** Returns the Markdown pages of real projects by project: the pages from `readDocumentation`, and the pages in `formats`. */
export function readMarkdownProjects(folder: string): Map<string, SourcePage[]> {
  const projects = Map.groupBy(readRetrievalData(folder).pages, ({ corpus }) => corpus) as Map<string, SourcePage[]>;
  for (const name of PACKAGES) projects.set(name.split('/')[0] ?? name, readShippedPages(name));
  const formats = join(folder, 'formats');
  for (const name of readdirSync(formats).filter((each) => MARKDOWN_PROJECT.test(each)))
    projects.set(name, readMarkdownFiles(join(formats, name)));
  return projects;
}

function readShippedPages(name: string): SourcePage[] {
  const folder = fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
  if (!existsSync(folder)) {
    exitWithUsageError(
      `The package of ${name} is not installed: run "npm run bench:chunker" once, or pnpm install in benchmarks.`,
    );
  }
  return readMarkdownFiles(folder).map(({ path, text }) => ({ path: `${name.split('/')[0]}/${path}`, text }));
}

function readMarkdownFiles(folder: string): SourcePage[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.mdx?$/.test(path))
    .sort()
    .map((path) => ({ path: path.replaceAll('\\', '/'), text: readFileSync(join(folder, path), 'utf8') }));
}
