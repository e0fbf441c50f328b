import { readAsciidoc, readHtml, readNotebook, readOpenapi, readPlainText, readRst } from '#formats';
import type { FrontEnd } from './reading.ts';

/** How a document is read, told by the extension of its name. */
export type Format = { readonly kind: 'markdown' | 'mdx' } | { readonly kind: 'other'; readonly read: FrontEnd };

const FORMATS: ReadonlyMap<string, Format> = new Map<string, Format>([
  ['md', { kind: 'markdown' }],
  ['markdown', { kind: 'markdown' }],
  ['mdx', { kind: 'mdx' }],
  ['rst', { kind: 'other', read: readRst }],
  ['adoc', { kind: 'other', read: readAsciidoc }],
  ['asciidoc', { kind: 'other', read: readAsciidoc }],
  ['html', { kind: 'other', read: readHtml }],
  ['htm', { kind: 'other', read: readHtml }],
  ['ipynb', { kind: 'other', read: readNotebook }],
  ['txt', { kind: 'other', read: readPlainText }],
  ['yaml', { kind: 'other', read: readOpenapi }],
  ['yml', { kind: 'other', read: readOpenapi }],
  ['json', { kind: 'other', read: readOpenapi }],
]);

/** Extensions of documents, without the dot. */
export const EXTENSIONS: readonly string[] = [...FORMATS.keys()];

export function formatOf(path: string): Format | undefined {
  return FORMATS.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
