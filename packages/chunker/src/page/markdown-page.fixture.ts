import { normalize } from '@context-sync/formats';
import type { ResolveLink } from '../rewrite/link-edits.ts';
import { getText, type ParsedPage } from './markdown-page.ts';
import { type ReadDocument, readDocument } from './read-document.ts';

export interface PageOptions {
  readonly path?: string;
  readonly mdx?: boolean;
  readonly target?: ResolveLink;
}

/** Reads a document into a page, in the same way as `chunk`. */
export function createDocument(
  text: string,
  { path = 'docs/file-name.md', mdx = false, target }: PageOptions = {},
): ReadDocument {
  return readDocument({ kind: mdx ? 'mdx' : 'markdown' }, path, normalize(text), target);
}

export function createPage(text: string, options?: PageOptions): ParsedPage {
  return createDocument(text, options).page;
}

/** Returns the text that is chunked, without front matter and repeated blank lines. */
export function readable(text: string, options?: PageOptions): string {
  const { page, head } = createDocument(text, options);
  return getText(page, head.end, page.lines.count)
    .replaceAll(/[ \t]+$/gm, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
