import { MAX_CONTENT_CHARS, MAX_TITLE_CHARS } from '@context-sync/core/limits';
import { getLines } from '@context-sync/formats';
import type { Chunks } from './chunk.ts';
import { scan } from './scan/scan-blocks.ts';
import { FENCE, getKind, HEADING, openFenceLine } from './scan/scanned-blocks.ts';

/** Maximum length of an item's breadcrumb. */
const MAX_BREADCRUMB_LENGTH = 400;

/** Returns the text of an item without its breadcrumb and source URL. */
export function getBody(content: string): string {
  const body = content.slice(content.indexOf('\n\n') + 2);
  const source = body.lastIndexOf('\n\nSource: ');
  return source >= 0 && !body.includes('\n', source + 2) ? body.slice(0, source) : body;
}

/** Returns a message for each rule that the items of a document violate; an empty list if there are none. */
export function itemProblems(path: string, text: string, { items, skipped }: Chunks, hasAddress: boolean): string[] {
  const problems: string[] = [];
  const count = text.split(/\r\n|\n|\r/).length;
  let levelAbove = 1;
  for (const { key, title, content, lines } of items) {
    const fault = (what: string) => problems.push(`${what}: ${key}`);
    const [first = '', blank] = content.split('\n', 2);
    if (title.trim() === '' || title.length > MAX_TITLE_CHARS || /[\n\r]/.test(title))
      fault(`title of ${title.length}`);
    if (content.length > MAX_CONTENT_CHARS) fault(`content of ${content.length}`);
    if (!title.isWellFormed() || !content.isWellFormed() || !key.isWellFormed()) fault('not well formed');
    if (!key.startsWith(`${path}#`) || /[\s#]/.test(key.slice(path.length + 1))) fault('key');
    if (first.trim() === '' || first.length > MAX_BREADCRUMB_LENGTH || blank !== '') fault('first line');
    if (getBody(content).trim() === '') fault('no text');
    if (/\n\nSource: \S+$/.test(content) !== hasAddress) fault('address');
    if (lines[0] < levelAbove || lines[1] < lines[0] || lines[1] > count)
      fault(`lines ${lines.join(' to ')} of ${count}`);
    levelAbove = lines[0];
  }
  if (new Set(items.map(({ key }) => key)).size < items.length) problems.push('keys twice');
  if (new Set(items.map(({ title }) => title)).size < items.length) problems.push('titles twice');
  if ((skipped === undefined) !== items.length > 0) problems.push(`reason: ${skipped}`);
  return problems;
}

/** Returns the keys of items that end with a heading or an open fence. */
export function brokenEnds({ items }: Chunks, mdx = false): string[] {
  return items.flatMap(({ key, content }) => {
    const blocks = scan(getLines(getBody(content)), 0, { mdx });
    const last = blocks.kinds.length - 1;
    const isOpen = blocks.kinds.some((kind, index) => kind === FENCE && openFenceLine(blocks, index) !== undefined);
    return isOpen || (last >= 0 && getKind(blocks, last) === HEADING) ? [key] : [];
  });
}
