import type { Block } from './block.ts';
import { codeSpans, inlineLinks } from './inline.ts';

const DEFINITION =
  /^ {0,3}\[([^\]]{1,300})\]:[ \t]*<?([^\s<>]{1,2048})>?(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/;
const ATTRIBUTE = /\b(?:href|src)=(?:"([^"<>\n]{1,2048})"|'([^'<>\n]{1,2048})')/g;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Makes every link and image of the blocks lead where `target` says, in place and line by line: inline ones, references, whose definition may
 * stand in another item, and the attributes of HTML. Fences and inline code stay untouched.
 */
export function resolveLinks(lines: string[], blocks: readonly Block[], target: (url: string) => string): void {
  const definitions = definitionsOf(lines, blocks);
  for (const { kind, start, end } of blocks) {
    if (kind === 'fence' || kind === 'code') continue;
    const text = lines.slice(start, end).join('\n');
    if (!text.includes('[') && !text.includes('=')) continue;
    const rewritten = applied(text, edits(text, definitions, target)).split('\n');
    for (let at = start; at < end; at += 1) lines[at] = rewritten[at - start] ?? '';
  }
}

/** Destinations by label. Labels are compared without case, and white space in them is folded. */
function definitionsOf(lines: readonly string[], blocks: readonly Block[]): Map<string, string> {
  const definitions = new Map<string, string>();
  for (const { kind, start, end } of blocks) {
    if (kind !== 'paragraph') continue;
    for (const line of lines.slice(start, end)) {
      const [, label, url] = DEFINITION.exec(line) ?? [];
      if (label === undefined || url === undefined) break;
      if (!definitions.has(normal(label))) definitions.set(normal(label), url);
    }
  }
  return definitions;
}

function edits(text: string, definitions: ReadonlyMap<string, string>, target: (url: string) => string): Edit[] {
  const found: Edit[] = [];
  const lineOfDefinition = (at: number) =>
    DEFINITION.test(text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1)[0] ?? '');
  for (const { end, text: inner, destination, label } of inlineLinks(text)) {
    if (destination) {
      const [from, to] = destination;
      found.push({ start: from, end: to, text: target(text.slice(from, to)) });
      continue;
    }
    const url = label === undefined ? undefined : definitions.get(normal(label));
    if (url === undefined || lineOfDefinition(inner[0])) continue;
    found.push({ start: inner[1], end, text: `](${target(url)})` });
  }
  const code = [...codeSpans(text)];
  let next = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    const url = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].length - 1 - url.length;
    while ((code[next]?.[1] ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    if ((code[next]?.[0] ?? Number.POSITIVE_INFINITY) > start)
      found.push({ start, end: start + url.length, text: target(url) });
  }
  return found.sort((a, b) => a.start - b.start);
}

/** Edits that overlap another, or would take a line end away, are left out. */
function applied(text: string, all: readonly Edit[]): string {
  let result = '';
  let last = 0;
  for (const { start, end, text: next } of all) {
    if (start < last || text.slice(start, end).includes('\n')) continue;
    result += text.slice(last, start) + next;
    last = end;
  }
  return result + text.slice(last);
}

function normal(label: string): string {
  return label.trim().replaceAll(/\s+/g, ' ').toLowerCase();
}
