import { readAsciidoc, readHtml, readNotebook, readOpenapi, readPlainText, readRst } from '#formats';
import { type FormatName, formatNameOf } from './extensions.ts';
import type { FrontEnd } from './reading.ts';

/** How a document is read. */
export type Format = { readonly kind: 'markdown' | 'mdx' } | { readonly kind: 'other'; readonly read: FrontEnd };

const FORMATS: Readonly<Record<FormatName, Format>> = {
  markdown: { kind: 'markdown' },
  mdx: { kind: 'mdx' },
  rst: { kind: 'other', read: readRst },
  asciidoc: { kind: 'other', read: readAsciidoc },
  html: { kind: 'other', read: readHtml },
  notebook: { kind: 'other', read: readNotebook },
  'plain-text': { kind: 'other', read: readPlainText },
  openapi: { kind: 'other', read: readOpenapi },
};

export function formatOf(path: string): Format | undefined {
  const name = formatNameOf(path);
  return name && FORMATS[name];
}
