import {
  codeSpans,
  firstText,
  inlineLinks,
  lineAt,
  lineEnd,
  lineStart,
  linesOf,
  sliceLines,
} from '@context-sync/formats';
import { endOf, kindOf, LIST, PARAGRAPH, QUOTE, startOf } from '../scan/blocks.ts';
import { type Definition, definitionAt } from '../scan/definition.ts';
import { CONTAINER_MARKS } from '../scan/line-patterns.ts';
import { type Draft, type Edit, eachInProse, eachOutsideCode } from './edits.ts';

/** Not `:href`, which Vue computes. */
const ATTRIBUTE = /(?<![:\w])(?:href|src)=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/g;
const ABSOLUTE = /^<?[a-z][a-z\d+.-]{1,30}:/i;

/** What stands in front of a line's text in a list or a quote. */
const FRAME = new RegExp(`^${CONTAINER_MARKS}`);
/** How far from the beginning of its line the label of a definition may end. */
const NEAR = 500;

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
  const add = ({ label, url }: Definition) => {
    if (!urls.has(normal(label))) urls.set(normal(label), url);
  };
  let line = 0;
  eachOutsideCode(draft, ']:', (index, at) => {
    const end = endOf(blocks, index);
    const behind = lineEnd(lines, end - 1);
    const kind = kindOf(blocks, index);
    if (kind === LIST || kind === QUOTE) {
      line = lineAt(lines, at, line);
      const found = definitionIn(lines.text, at, lineEnd(lines, line));
      if (found) add(found);
      return lineEnd(lines, line);
    }
    if (kind !== PARAGRAPH || !beginsWithBracket(draft, index)) return behind;
    line = startOf(blocks, index);
    for (let found = definitionAt(lines, line, end); found; found = definitionAt(lines, line, end)) {
      add(found);
      line = found.end;
    }
    if (line === end) only.push(index);
    return behind;
  });
  return { urls, blocks: only };
}

/** The definition in a list or a quote whose label ends at the offset, which stays there; undefined where the line is more than that. */
function definitionIn(text: string, at: number, end: number): Definition | undefined {
  const from = framedFrom(text, at);
  return from === undefined ? undefined : definitionAt(linesOf(text.slice(from, end)), 0, 1);
}

/** Where the text of the line that holds the offset begins, behind the marks of lists and quotes; undefined where that is further away than a label is long. */
function framedFrom(text: string, at: number): number | undefined {
  const before = text.slice(Math.max(0, at - NEAR), at);
  const start = before.lastIndexOf('\n') + 1;
  if (start === 0 && at > NEAR) return undefined;
  const line = before.slice(start);
  return at - line.length + (FRAME.exec(line)?.[0].length ?? 0);
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
  if (definitions.urls.size > 0) eachInProse(draft, '[', (block) => toEnd(block));
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
  for (const { start, end, text: inner, destination, label } of inlineLinks(text)) {
    if (destination) {
      const [from, to] = destination;
      add(from, to, target(text.slice(from, to)));
      continue;
    }
    const url = label === undefined || definitions.size === 0 ? undefined : definitions.get(normal(label));
    if (url !== undefined && !(end === inner[1] + 1 && isLabel(text, start, end)))
      add(inner[1], end, `](${destinationOf(target(url))})`);
  }
  if (!text.includes('href=') && !text.includes('src=')) return found;
  const code = [...codeSpans(text)];
  let next = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    const [, double, single] = match;
    const url = double ?? single;
    if (url === undefined) continue;
    const start = match.index + match[0].length - 1 - url.length;
    while ((code[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((code[next]?.[0] ?? Number.POSITIVE_INFINITY) > start) add(start, start + url.length, target(url));
  }
  return found;
}

/** Whether the brackets are the label of a definition: a colon stands behind them, and nothing in front of them on their line. */
function isLabel(text: string, start: number, end: number): boolean {
  return text[end] === ':' && framedFrom(text, start) === start;
}

/** The address as it stands between parentheses. */
function destinationOf(url: string): string {
  return /\s/.test(url) ? `<${url}>` : url;
}

function normal(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
