import { normalize } from '@context-sync/formats';
import type { Target } from '../rewrite/links.ts';
import { type Page, textOf } from './page.ts';
import { type ReadDocument, readDocument } from './read-document.ts';

export interface PageOptions {
  readonly path?: string;
  readonly mdx?: boolean;
  readonly target?: Target;
}

/** The document as `chunk` reads it. */
export function documentOf(
  text: string,
  { path = 'docs/file-name.md', mdx = false, target }: PageOptions = {},
): ReadDocument {
  return readDocument({ kind: mdx ? 'mdx' : 'markdown' }, path, normalize(text), target);
}

export function pageOf(text: string, options?: PageOptions): Page {
  return documentOf(text, options).page;
}

/** The text that items are cut from, behind the front matter, with no more than one blank line in a row. */
export function readable(text: string, options?: PageOptions): string {
  const { page, head } = documentOf(text, options);
  return textOf(page, head.end, page.lines.count)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
