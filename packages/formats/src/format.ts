import type { FrontEnd } from '@context-sync/reading';
import { readAsciidoc, readHtml, readNotebook, readOpenapi, readPlainText, readRst } from '#formats';
import { type FormatName, formatNameOf } from './extensions.ts';

/** How a document is read. A `text` may have front matter; `data`, such as JSON, has no room for it. */
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

/** Formats whose pages have no anchors: GitHub shows their files as they are, and no generator documents anchors for them. */
const WITHOUT_ANCHORS: ReadonlySet<FormatName> = new Set(['openapi', 'plain-text']);

/** Whether the page of a document has anchors for its sections. */
export function hasAnchors(path: string): boolean {
  const name = formatNameOf(path);
  return name !== undefined && !WITHOUT_ANCHORS.has(name);
}

export function formatOf(path: string): Format | undefined {
  const name = formatNameOf(path);
  return name && FORMATS[name];
}
