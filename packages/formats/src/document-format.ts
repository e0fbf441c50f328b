import type { FrontEnd } from '@context-sync/reading';
import { readAsciidoc, readHtml, readNotebook, readOpenapi, readPlainText, readRst } from '#formats';
import { type FormatName, getFormatName } from './file-extensions.ts';

/** The parser for a document format. A document of the kind `text` may have front matter; a document of the kind `data`, such as JSON, cannot. */
export type Format =
  | { readonly kind: 'markdown' | 'mdx' }
  | { readonly kind: 'text' | 'data'; readonly read: FrontEnd };

const FORMATS: Readonly<Record<FormatName, Format>> = {
  markdown: { kind: 'markdown' },
  mdx: { kind: 'mdx' },
  rst: { kind: 'text', read: readRst },
  asciidoc: { kind: 'text', read: readAsciidoc },
  html: { kind: 'text', read: readHtml },
  notebook: { kind: 'data', read: readNotebook },
  'plain-text': { kind: 'text', read: readPlainText },
  openapi: { kind: 'data', read: readOpenapi },
};

/** Formats whose pages have no anchors: GitHub displays their files unrendered, and no generator documents anchors for them. */
const FORMATS_WITHOUT_ANCHORS: ReadonlySet<FormatName> = new Set(['openapi', 'plain-text']);

/** Returns whether the page of a document has anchors for its sections. */
export function hasAnchors(path: string): boolean {
  const name = getFormatName(path);
  return name !== undefined && !FORMATS_WITHOUT_ANCHORS.has(name);
}

export function getFormat(path: string): Format | undefined {
  const name = getFormatName(path);
  return name && FORMATS[name];
}
