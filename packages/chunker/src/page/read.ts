import type { Format } from '../format/formats.ts';
import type { Warning } from '../format/reading.ts';
import { type FrontMatter, frontMatter } from '../front-matter/front-matter.ts';
import { withFences } from '../rewrite/highlight.ts';
import { withoutIndented } from '../rewrite/indented.ts';
import type { Target } from '../rewrite/links.ts';
import { linesOf } from '../scan/lines.ts';
import type { Page } from './page.ts';
import { parse } from './parse.ts';

/** A document as a page, with what is said about it. */
export interface ReadDocument {
  readonly page: Page;
  readonly head: FrontMatter;
  /** The line of the document, from 1, that a line of the page, from 0, came from. */
  readonly sourceLine: (line: number) => number;
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/** Brings a document of any format to a page. `text` is normalized. */
export function readDocument(format: Format, path: string, text: string, target: Target | undefined): ReadDocument {
  const naming = { path, fallback: () => nameOf(path), target };
  if (format.kind !== 'other') {
    const lines = linesOf(withFences(withoutIndented(text)));
    const head = frontMatter(lines);
    const page = parse(lines, {
      ...naming,
      mdx: format.kind === 'mdx',
      from: head.end,
      title: head.title,
      wholeLevel: undefined,
    });
    const warnings = head.fault
      ? [
          {
            ...head.fault,
            kind: 'front-matter' as const,
            message: `front matter cannot be read: ${head.fault.message}`,
          },
        ]
      : [];
    return { page, head, sourceLine: (line) => Math.min(line + 1, lines.count), warnings };
  }
  const { markdown, lines: from, title, wholeLevel, skipped, warnings } = format.read(text);
  const lines = linesOf(markdown.isWellFormed() ? markdown : markdown.toWellFormed());
  const page = parse(lines, {
    ...naming,
    fallback: () => title ?? nameOf(path),
    mdx: false,
    from: 0,
    title: undefined,
    wholeLevel,
  });
  const sourceLine = (line: number) => from?.[Math.min(line, from.length - 1)] ?? line + 1;
  const head: FrontMatter = { end: 0, isDraft: false, isLeftOut: false };
  return { page, head, sourceLine, warnings, ...(skipped === undefined ? {} : { skipped }) };
}

/** A title for a page that has none: the name of its file, or of its folder for an index page. */
function nameOf(path: string): string {
  const parts = path.replace(/\.[^./]+$/, '').split('/');
  const name = parts.pop() ?? path;
  const telling = /^(?:index|readme)$/i.test(name) ? (parts.pop() ?? name) : name;
  return telling.replaceAll(/[-_]+/g, ' ').trim() || path;
}
