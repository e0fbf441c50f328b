import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

interface Node {
  readonly type: string;
  readonly value?: string;
  readonly alt?: string | null;
  readonly children?: readonly Node[];
}

interface Modules {
  fromMarkdown(text: string, options: { extensions: object[]; mdastExtensions: object[] }): Node;
  gfm(): object;
  gfmFromMarkdown(): object;
}

/**
 * Patterns for syntax of site generators that is not text: front matter, comments, module code, tags, shortcodes,
 * attribute lists and macros.
 */
const SYNTAX_PATTERNS: readonly RegExp[] = [
  /<!--[\s\S]*?-->/g,
  // The next two patterns match author comments of Hugo: in a shortcode, and in a template.
  /\{\{([<%])\s*comment\s*[%>]\}\}[\s\S]*?\{\{\1\s*\/\s*comment\s*[%>]\}\}/g,
  /\{\{-?\s*\/\*[\s\S]*?\*\/\s*-?\}\}/g,
  /\{\/\*[\s\S]*?\*\/\}/g,
  /^export\s[^\n]*[{(`]\n[\s\S]*?^[})`][^\n]*$/gm,
  /^(?:import|export)\s(?:.+\n)*/gm,
  /<\/?[A-Za-z][\w.:-]*(?:\s(?:"[^"]*"|'[^']*'|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[^<>"'{}])*)?\/?>/g,
  /\{\{[<%][\s\S]*?[%>]\}\}|\{%[\s\S]*?%\}|\{\{[^{}]*\}\}/g,
  /\{:?[ \t]*[#.][^{}\n]*\}|\{:?[ \t]*[\w-]+=[^{}\n]*\}/g,
  /^[ \t]*(?::{3,}|\/{3,}|!!!|\?\?\?\+?|===\+?|-+8<-+|<<<)[^\n]*$/gm,
  /^\s*(?:> )?\[![A-Za-z]+\][+-]?/gm,
  /^[ \t>]*\[[^\]\n^]+\]:[ \t]*\S.*$/gm,
  /\{[a-z][\w:.-]*\}(?=`)/g,
  // The next two patterns match labels and the targets of references.
  /^\([\w-]+\)=$/gm,
  /\s*<[\w./:#-]+>(?=`)/g,
  // The next pattern matches breadcrumbs above the title.
  /^\[[^\]\n]+\]\([^)\n]*\)[ \t]+[/•|][ \t].*$/gm,
  /:(?:material|fontawesome|octicons|simple)-[a-z\d-]+:/g,
];
/** Matches shortcodes that Hugo replaces by a value of the site, also in code. */
const PARAMETER_PATTERN = /\{\{[<%]\s*_?param\s[^{}]*[%>]\}\}/g;
const FENCE_PATTERN = /^([ \t>]*)(`{3,}|~{3,})([^\n]*)\n([\s\S]*?)^[ \t>]*\2[`~]*[ \t]*$/gm;

/** Returns a function that extracts the text of Markdown and MDX with mdast, without using the chunker's scanner. */
export async function createTextExtractor(): Promise<(markdown: string) => string> {
  const require = createRequire(new URL('../../../packages/chunker/package.json', import.meta.url));
  const names = ['mdast-util-from-markdown', 'micromark-extension-gfm', 'mdast-util-gfm'];
  const loadedParsers = await Promise.all(
    names.map((name) => import(pathToFileURL(require.resolve(name)).href) as Promise<object>),
  );
  const { fromMarkdown, gfm, gfmFromMarkdown } = Object.assign({}, ...loadedParsers) as Modules;
  const options = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };
  return (markdown) => getText(fromMarkdown(stripSyntax(markdown), options));
}

/** Removes syntax of site generators outside of code blocks. */
function stripSyntax(markdown: string): string {
  const body = markdown.replaceAll('\r', '').replace(/^\uFEFF?(---|\+\+\+)\n[\s\S]*?\n\1[ \t]*\n/, '');
  let text = '';
  let copiedEnd = 0;
  const removeSyntax = (part: string) => SYNTAX_PATTERNS.reduce((rest, pattern) => rest.replaceAll(pattern, ' '), part);
  for (const { 0: fence, 3: info = '', index } of body.matchAll(FENCE_PATTERN)) {
    // A MyST directive is omitted, because its options and roles are not text.
    text += removeSyntax(body.slice(copiedEnd, index));
    if (!info.trim().startsWith('{')) text += fence.replaceAll(PARAMETER_PATTERN, ' ');
    copiedEnd = index + fence.length;
  }
  return text + removeSyntax(body.slice(copiedEnd));
}

function getText(root: Node): string {
  const texts: string[] = [];
  const openNodes: Node[] = [root];
  for (let node = openNodes.pop(); node; node = openNodes.pop()) {
    if (node.type === 'html' || node.type === 'definition') continue;
    if (node.value !== undefined) texts.push(node.value);
    // The children are added in reverse order, so that the first child is visited next.
    for (const child of [...(node.children ?? [])].reverse()) openNodes.push(child);
  }
  return texts.join('\n');
}

/** Extracts the Markdown cells and the code of a notebook. Omits outputs, because the chunker truncates them. */
export function readNotebookCells(json: string): { readonly markdown: string; readonly code: string } {
  const { cells } = JSON.parse(json) as {
    cells: readonly { readonly cell_type: string; readonly source: string | readonly string[] }[];
  };
  const getSources = (type: string) =>
    cells
      .filter(({ cell_type }) => cell_type === type)
      .map(({ source }) => (typeof source === 'string' ? source : source.join('')))
      .join('\n\n');
  return { markdown: getSources('markdown'), code: getSources('code') };
}
