/** Name of a supported document format. */
export type FormatName = 'markdown' | 'mdx' | 'rst' | 'asciidoc' | 'html' | 'notebook' | 'plain-text' | 'openapi';

const FORMATS: ReadonlyMap<string, FormatName> = new Map<string, FormatName>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['mdown', 'markdown'],
  ['mkd', 'markdown'],
  ['mkdn', 'markdown'],
  ['mdwn', 'markdown'],
  ['qmd', 'markdown'],
  ['rmd', 'markdown'],
  ['mdoc', 'markdown'],
  ['mdx', 'mdx'],
  ['rst', 'rst'],
  ['adoc', 'asciidoc'],
  ['asciidoc', 'asciidoc'],
  ['html', 'html'],
  ['htm', 'html'],
  ['ipynb', 'notebook'],
  ['txt', 'plain-text'],
  ['yaml', 'openapi'],
  ['yml', 'openapi'],
  ['json', 'openapi'],
]);

/** File extensions of documents, without the dot. */
export const EXTENSIONS: readonly string[] = [...FORMATS.keys()];

/** Returns the format of a file by its extension. */
export function getFormatName(path: string): FormatName | undefined {
  return FORMATS.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}
