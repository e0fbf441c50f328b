import { removeSourceLine } from '@context-sync/sync';
import type { IndexedItem } from '../search/item-index.ts';

/** A document with its items, as `llms.txt` lists it. */
interface ExportedPage {
  readonly path: string;
  readonly title: string;
  readonly url: string;
  readonly items: readonly IndexedItem[];
}

export interface LlmsOptions {
  /** Title of the file, such as the name of the product. */
  readonly title: string;
  /** The docs folder. Its subfolders are the sections. */
  readonly docs: string;
}

/** Maximum length of the description of a page. */
const MAX_DESCRIPTION_CHARACTERS = 160;
const CODE_BLOCK = /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?\n {0,3}\1[^\n]*$/gm;
const TITLE_SEPARATOR = ' › ';

/** Yields the parts of `llms.txt`: a title, and a list of links to the pages of each section. */
export function* formatLlmsText(items: Iterable<IndexedItem>, { title, docs }: LlmsOptions): Generator<string> {
  yield `# ${title}\n`;
  const sections = Map.groupBy(listPages(items), ({ path }) => getSection(path, docs));
  for (const [section, pages] of sections) {
    yield `\n## ${section}\n\n`;
    for (const page of pages) {
      const description = describe(page);
      yield `- [${page.title.replaceAll(/[[\]]/g, '\\$&')}](${page.url})${description === '' ? '' : `: ${description}`}\n`;
    }
  }
}

/** Yields the parts of `llms-full.txt`: the text of every page. */
export function* formatLlmsFullText(items: Iterable<IndexedItem>, { title }: LlmsOptions): Generator<string> {
  yield `# ${title}\n`;
  for (const { url, items: own } of listPages(items)) {
    yield `\n---\nSource: ${url}\n---\n\n${own.map(getText).join('\n\n')}\n`;
  }
}

function listPages(items: Iterable<IndexedItem>): ExportedPage[] {
  return [...Map.groupBy(items, ({ path }) => path)].flatMap(([path, own]): ExportedPage[] => {
    const [first] = own;
    if (!first) return [];
    const [title = first.title] = first.title.split(TITLE_SEPARATOR);
    return [{ path, title, url: (first.source ?? path).replace(/#.*$/, ''), items: own }];
  });
}

/** Returns the name of the folder below the docs folder, in words, such as `Getting started`. */
function getSection(path: string, docs: string): string {
  const pathInDocs = docs === '' ? path : path.slice(docs.length + 1);
  const [folder = '', rest] = pathInDocs.split('/');
  if (rest === undefined) return 'Docs';
  const name = folder.replace(/^\d+[._-]/, '').replaceAll(/[-_]+/g, ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the first sentence of the first paragraph of text. */
function describe({ items }: ExportedPage): string {
  const [first] = items;
  const paragraphs = first
    ? getText(first)
        .replaceAll(CODE_BLOCK, '')
        .split(/\n{2,}/)
    : [];
  const paragraph = paragraphs.find((text) => /^[\p{L}\p{N}*_`[(]/u.test(text) && !/^\d+[.)] /.test(text)) ?? '';
  const text = paragraph
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]+/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [sentence = text] = /^.*?[.!](?= |$)/.exec(text) ?? [];
  return sentence.length <= MAX_DESCRIPTION_CHARACTERS
    ? sentence
    : `${sentence.slice(0, MAX_DESCRIPTION_CHARACTERS - 1)}…`;
}

/** Returns the text of an item without its first line, which repeats the title, and without its source. */
function getText({ content }: IndexedItem): string {
  const text = removeSourceLine(content);
  const end = text.indexOf('\n\n');
  return end < 0 ? text : text.slice(end + 2);
}
