import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { normalize } from '@context-sync/formats';
import { EXTENSIONS } from '@context-sync/formats/extensions';
import { indexSite } from '@context-sync/site';
import { CHUNKER_VERSION, type ChunkOptions, chunk } from '../chunk.ts';
import { generateDocument } from '../generated-document.fixture.ts';
import { hostileText } from '../hostile-text.fixture.ts';

/** Digests of the items of all fixture pages, and the version of the chunker that produced them. */
export interface GoldenItems {
  readonly version: number;
  /** Digests of the items of each page, by the path of the page relative to the folder `packages`. */
  readonly pages: Readonly<Record<string, string>>;
}

const PACKAGES = join(import.meta.dirname, '../../..');
const GOLDEN_FILE = join(import.meta.dirname, 'golden-items.json');
/** Folders of fixture pages. Every folder below `sites` is one documentation site. */
const PAGE_FOLDERS = [
  'chunker/src/fixtures',
  'asciidoc/src/fixtures',
  'formats/src/html/fixtures',
  'formats/src/openapi/fixtures',
];
const SITE_FOLDERS = ['site/src/fixtures/ibc-go', ...listFolders('chunker/src/golden/sites')];
const GENERATED_SEEDS = 25;
const ADDRESS = { repositoryUrl: 'https://github.com/octo/api/blob/main/', root: '' };

/** Chunks all fixture pages and computes the digests of their items. */
export function computeGoldenItems(): GoldenItems {
  const pages: Record<string, string> = {};
  for (const folder of PAGE_FOLDERS)
    for (const [path, text] of readFiles(folder))
      if (isDocument(path)) pages[`${folder}/${path}`] = digestItems({ path, text }, {});
  for (const folder of SITE_FOLDERS) Object.assign(pages, digestSite(folder));
  for (const mdx of [false, true]) {
    const seeds = Array.from({ length: GENERATED_SEEDS }, (_, index) => index + 1);
    const generatedDigests = seeds.map((seed) => digestItems(generateDocument(seed, mdx), {}));
    const hostileTexts = seeds.map((seed) =>
      digestItems({ path: `page.${mdx ? 'mdx' : 'md'}`, text: hostileText(seed, false) }, {}),
    );
    pages[`generated ${mdx ? 'MDX' : 'Markdown'}`] = digest([...generatedDigests, ...hostileTexts]);
  }
  return { version: CHUNKER_VERSION, pages };
}

/** Reads the recorded digests. */
export function readGoldenItems(): GoldenItems {
  return JSON.parse(readFileSync(GOLDEN_FILE, 'utf8')) as GoldenItems;
}

/** Path of the file with the recorded digests. */
export function getGoldenFile(): string {
  return GOLDEN_FILE;
}

function digestSite(folder: string): Record<string, string> {
  const texts = new Map(readFiles(folder));
  const site = indexSite({ paths: new Set(texts.keys()), read: (path) => texts.get(path), address: ADDRESS });
  const documents = [...texts].filter(([path]) => isDocument(path));
  return Object.fromEntries(
    documents.map(([path, text]) => [`${folder}/${path}`, digestItems({ path, text }, { address: ADDRESS, site })]),
  );
}

function digestItems(document: { readonly path: string; readonly text: string }, options: ChunkOptions): string {
  const { items, skipped = null } = chunk(document, options);
  return digest([skipped, items.map(({ key, title, content, lines }) => [key, title, content, lines])]);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);
}

function isDocument(path: string): boolean {
  return EXTENSIONS.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

/** Returns the paths and texts of the files in a folder. Configuration files end in `.txt`, so that the tools of this repository do not read them. */
function readFiles(folder: string): (readonly [path: string, text: string])[] {
  const root = join(PACKAGES, folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(?:LICEN[CS]ES?|ORIGIN)\b/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => [
      relative(root, file)
        .replaceAll(sep, '/')
        .replace(/\.txt$/, ''),
      normalize(readFileSync(file, 'utf8')),
    ]);
}

function listFolders(folder: string): string[] {
  return readdirSync(join(PACKAGES, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
    .sort();
}
