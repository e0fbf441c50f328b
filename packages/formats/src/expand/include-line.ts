import { parseRanges, type Selection } from './select-lines.ts';

/** A file that a line of Markdown includes. */
export interface IncludeRequest {
  readonly target: string;
  readonly selection: Selection | undefined;
  /** Whether the file is rendered as code even if it is Markdown. */
  readonly isCode: boolean;
  readonly language?: string | undefined;
  readonly title?: string | undefined;
}

/** Matches a snippet of PyMdown Extensions: https://facelessuser.github.io/pymdown-extensions/extensions/snippets/ */
const SNIPPET_PATTERN = /^-+8<-+[ \t]+(?:"([^"]+)"|'([^']+)')$/;
/** Matches an include of mdBook: https://rust-lang.github.io/mdBook/format/mdbook.html */
const MDBOOK_PATTERN = /^\{\{\s*#(?:include|rustdoc_include|playground|playpen)\s+([^\s}]+)[^{}]*\}\}$/;
/** Matches an include of the Python-Markdown extension `mdx_include`. */
const MDX_INCLUDE = /^\{!>?[ \t]*([^!\s]+)[ \t]*(?:!([^!]*))?!\}$/;
/** Matches an include with options, such as `{* a.py ln[1:4] hl[2] title["A"] *}`. */
const STARRED_INCLUDE = /^\{\*[ \t]+([^\s*]+)[ \t]*([^*]*)\*\}$/;
/** Matches an imported code snippet of VitePress: https://vitepress.dev/guide/markdown#import-code-snippets */
const VITEPRESS_CODE = /^<<<[ \t]*([^\s{[<#]+)(?:#([\w*-]+))?[ \t]*(?:\{([^{}]*)\})?[ \t]*(?:\[([^\]]*)\])?$/;
/** Matches an included Markdown file of VitePress: https://vitepress.dev/guide/markdown#markdown-file-inclusion */
const VITEPRESS_TEXT = /^<!--\s*@include:\s*([^\s>{#]+)(?:#([^\s{>]+))?\s*(?:\{(\d*),?(\d*)\})?\s*-->$/;
/** Matches an include of the MkDocs plugin include-markdown. */
const MKDOCS_PLUGIN = /^\{%-?\s*include-markdown\s+["']([^"']+)["']([^{}]*)%\}$/;
/** Maximum length of a line that is examined. */
export const MAX_LINE_LENGTH = 1_000;

/** Parses the include on a line without indentation. In code, recognizes only the syntaxes that work in code. */
export function parseInclude(line: string, isInCode: boolean): IncludeRequest | undefined {
  if (line.length > MAX_LINE_LENGTH) return undefined;
  const firstCode = line.charCodeAt(0);
  if (firstCode === 0x2d) {
    const [, double, single] = SNIPPET_PATTERN.exec(line) ?? [];
    return parseFileRequest(double ?? single, (rest) =>
      /^[\d:,-]+$/.test(rest) ? parseSnippetRange(rest) : { region: rest },
    );
  }
  if (firstCode === 0x7b) return parseBraced(line, isInCode);
  if (isInCode || firstCode !== 0x3c) return undefined;
  const [, code, region, options = '', title] = VITEPRESS_CODE.exec(line) ?? [];
  const language = /(?:^|\s)([a-z][\w+-]*)/i.exec(options)?.[1];
  if (code !== undefined)
    return { target: code, selection: region === undefined ? undefined : { region }, isCode: true, language, title };
  const [, text, part, from = '', to = ''] = VITEPRESS_TEXT.exec(line) ?? [];
  if (text === undefined) return undefined;
  const ranges = from + to === '' ? undefined : { ranges: parseRanges(`${from}:${to}`) };
  return { target: text, selection: part === undefined ? ranges : { region: part }, isCode: false };
}

function parseBraced(line: string, isInCode: boolean): IncludeRequest | undefined {
  const mdBookMatch = MDBOOK_PATTERN.exec(line)?.[1];
  if (mdBookMatch !== undefined)
    return parseFileRequest(mdBookMatch, (rest) =>
      /^\d*:?\d*$/.test(rest) ? { ranges: parseRanges(rest) } : { region: rest },
    );
  const [, included, lines] = MDX_INCLUDE.exec(line) ?? [];
  if (included !== undefined) {
    const ranges = /\blines=([\d\s-]+)/.exec(lines ?? '')?.[1] ?? /\bln\[([^\]]*)\]/.exec(lines ?? '')?.[1];
    return { target: included, selection: getSelection(ranges), isCode: false };
  }
  if (isInCode) return undefined;
  const [, starred, options = ''] = STARRED_INCLUDE.exec(line) ?? [];
  if (starred !== undefined) {
    const title = /\btitle\["([^"\]]*)"\]/.exec(options)?.[1];
    return { target: starred, selection: getSelection(/\bln\[([^\]]*)\]/.exec(options)?.[1]), isCode: true, title };
  }
  const [, plugin, attributes = ''] = MKDOCS_PLUGIN.exec(line) ?? [];
  if (plugin === undefined) return undefined;
  const [after, before] = ['start', 'end'].map((name) => getQuotedOption(attributes, name));
  return { target: plugin, selection: { after, before }, isCode: false };
}

/** Returns the file name before a colon, and the text after the colon. */
function parseFileRequest(value: string | undefined, select: (rest: string) => Selection): IncludeRequest | undefined {
  if (value === undefined || /^[a-z]+:\/\//i.test(value)) return undefined;
  const colon = value.indexOf(':');
  const [target, rest] = colon < 0 ? [value, ''] : [value.slice(0, colon), value.slice(colon + 1)];
  return { target, selection: rest === '' ? undefined : select(rest), isCode: false };
}

/** Parses the line range after a file name. A single number is the first line of the range. */
function parseSnippetRange(rest: string): Selection {
  return { ranges: parseRanges(/^\d+$/.test(rest) ? `${rest}:` : rest) };
}

function getSelection(ranges: string | undefined): Selection | undefined {
  return ranges === undefined ? undefined : { ranges: parseRanges(ranges.replaceAll(' ', ',')) };
}

function getQuotedOption(attributes: string, name: string): string | undefined {
  const match = new RegExp(`\\b${name}=(?:"([^"]*)"|'([^']*)')`).exec(attributes);
  return match?.[1] ?? match?.[2];
}
