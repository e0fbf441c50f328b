import type { Format, Warning } from '@context-sync/formats';
import {
  type Fault,
  type FrontMatter,
  frontMatter,
  linesOf,
  NONE,
  sliceLines,
  together,
  withFences,
  withoutFrontMatter,
  withoutIndented,
  withoutMyst,
} from '@context-sync/formats';
import type { Target } from '../rewrite/links.ts';
import type { Page } from './page.ts';
import { parse } from './parse-page.ts';

/** A document as a page, with what is said about it. */
export interface ReadDocument {
  readonly page: Page;
  /** Its `end` is a line of the page. */
  readonly head: FrontMatter;
  /** The line of the document, from 1, that a line of the page, from 0, came from. */
  readonly sourceLine: (line: number) => number;
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/** Brings a document of any format to a page. `text` is normalized. */
export function readDocument(format: Format, path: string, text: string, target: Target | undefined): ReadDocument {
  const naming = { path, fallback: () => nameOf(path), target };
  if (!('read' in format)) {
    const markdown = format.kind === 'mdx' ? text : withoutMyst(text);
    const lines = linesOf(withFences(withoutIndented(markdown)));
    const head = frontMatter(lines);
    const page = parse(lines, {
      ...naming,
      mdx: format.kind === 'mdx',
      isWritten: true,
      from: head.end,
      title: head.title,
      wholeLevel: undefined,
    });
    return { page, head, sourceLine: (line) => Math.min(line + 1, lines.count), warnings: faults(head.fault) };
  }
  const before = format.kind === 'text' ? withoutFrontMatter(text) : { head: NONE, text };
  const reading = format.read(before.text);
  const { markdown, lines: from, title, wholeLevel, skipped, headLines = 0 } = reading;
  const lines = linesOf(markdown.isWellFormed() ? markdown : markdown.toWellFormed());
  const sourceLine = (line: number) => from?.[Math.min(line, from.length - 1)] ?? line + 1;
  const within = headLines > 0 ? withoutFrontMatter(sliceLines(lines, 0, headLines)).head : (reading.head ?? NONE);
  const head = together(before.head, within);
  const page = parse(lines, {
    ...naming,
    fallback: () => title ?? nameOf(path),
    mdx: false,
    isWritten: false,
    from: head.end,
    title: head.title,
    wholeLevel,
  });
  const inside = within.fault && { ...within.fault, line: sourceLine(within.fault.line - 1) };
  const warnings = [...faults(before.head.fault ?? inside), ...reading.warnings];
  return { page, head, sourceLine, warnings, ...(skipped === undefined ? {} : { skipped }) };
}

function faults(fault: Fault | undefined): Warning[] {
  return fault ? [{ ...fault, kind: 'front-matter', message: `front matter cannot be read: ${fault.message}` }] : [];
}

/** A title for a page that has none: the name of its file, or of its folder for an index page. */
function nameOf(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const name = parts.pop() ?? path;
  const telling = /^(?:index|readme)$/i.test(name) ? (parts.pop() ?? name) : name;
  return telling.replaceAll(/[-_]+/g, ' ').trim() || path;
}
