import { endOf, HEADING, kindOf, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { DEFINITION } from '../scan/definition.ts';
import { firstText, lineEnd, lineStart, sliceLines } from '../scan/lines.ts';
import { type Draft, type Edit, eachInProse } from './edits.ts';
import { codeSpans, inlineLinks } from './inline.ts';

const ATTRIBUTE = /\b(?:href|src)=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/g;
const ABSOLUTE = /^<?[a-z][a-z\d+.-]{1,30}:/i;

/** Whether the destination that begins there has a scheme, which most have that lead out of the docs. */
function isAbsolute(text: string, at: number): boolean {
  return text.startsWith('http', at) || ABSOLUTE.test(text.slice(at, at + 40));
}

/** Where a link leads to, for a reader who has nothing but the item. */
export type Target = (url: string) => string;

/** Definitions of references, and the blocks that hold nothing else. */
export interface Definitions {
  readonly urls: ReadonlyMap<string, string>;
  readonly blocks: readonly number[];
}

/** Destinations by label. Labels are compared without case, and white space in them is folded. The first of a label counts. */
export function definitionsOf(draft: Draft): Definitions {
  const { lines, blocks } = draft;
  const urls = new Map<string, string>();
  const only: number[] = [];
  if (!lines.text.includes(']:')) return { urls, blocks: only };
  for (let index = 0; index < blocks.kinds.length; index += 1) {
    if (kindOf(blocks, index) !== PARAGRAPH || !beginsWithBracket(draft, index)) continue;
    let line = startOf(blocks, index);
    const end = endOf(blocks, index);
    for (; line < end; line += 1) {
      if (lineEnd(lines, line) - lineStart(lines, line) > 3_000) break;
      const [, label, bracketed, plain] = DEFINITION.exec(sliceLines(lines, line, line + 1)) ?? [];
      const url = bracketed ?? plain;
      if (label === undefined || url === undefined) break;
      if (!urls.has(normal(label))) urls.set(normal(label), url);
    }
    if (line === end) only.push(index);
  }
  return { urls, blocks: only };
}

function beginsWithBracket({ lines, blocks }: Draft, index: number): boolean {
  const start = startOf(blocks, index);
  const at = firstText(lines.text, lineStart(lines, start), lineEnd(lines, start));
  return lines.text.charCodeAt(at) === 0x5b;
}

/**
 * Makes every link and image lead where `target` says: inline ones, references, whose definition may stand in another item, and the
 * attributes of HTML. Fences and inline code stay untouched.
 */
export function linkEdits(draft: Draft, definitions: Definitions, target: Target | undefined): Edit[] {
  const { lines, blocks } = draft;
  const { text } = lines;
  if (!target && definitions.urls.size === 0) return [];
  const found = new Set<number>();
  const toEnd = (block: number) => {
    found.add(block);
    return lineEnd(lines, endOf(blocks, block) - 1);
  };
  if (target) {
    eachInProse(draft, '](', (block, at) => (isAbsolute(text, at + 2) ? undefined : toEnd(block)));
    for (const mark of ['="', "='"])
      eachInProse(draft, mark, (block, at) =>
        text.endsWith('href', at) || text.endsWith('src', at) ? toEnd(block) : undefined,
      );
  }
  if (definitions.urls.size > 0)
    eachInProse(draft, '[', (block) => (kindOf(blocks, block) === HEADING ? undefined : toEnd(block)));
  const edits: Edit[] = [];
  for (const block of [...found].sort((a, b) => a - b)) {
    const start = lineStart(lines, startOf(blocks, block));
    for (const edit of editsIn(
      sliceLines(lines, startOf(blocks, block), endOf(blocks, block)),
      definitions.urls,
      target,
    ))
      edits.push({ start: start + edit.start, end: start + edit.end, text: edit.text });
  }
  return edits;
}

function editsIn(text: string, definitions: ReadonlyMap<string, string>, target: Target = (url) => url): Edit[] {
  const found: Edit[] = [];
  const add = (start: number, end: number, next: string) => {
    if (text.slice(start, end) !== next) found.push({ start, end, text: next });
  };
  for (const { end, text: inner, destination, label } of inlineLinks(text)) {
    if (destination) {
      const [from, to] = destination;
      add(from, to, target(text.slice(from, to)));
      continue;
    }
    const url = label === undefined || definitions.size === 0 ? undefined : definitions.get(normal(label));
    // A colon behind the label makes it the definition.
    if (url !== undefined && text[end] !== ':') add(inner[1], end, `](${destinationOf(target(url))})`);
  }
  if (!text.includes('href=') && !text.includes('src=')) return found;
  const code = [...codeSpans(text)];
  let next = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    const url = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].length - 1 - url.length;
    while ((code[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((code[next]?.[0] ?? Number.POSITIVE_INFINITY) > start) add(start, start + url.length, target(url));
  }
  return found;
}

/** The address as it stands between parentheses. */
function destinationOf(url: string): string {
  return /\s/.test(url) ? `<${url}>` : url;
}

function normal(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
