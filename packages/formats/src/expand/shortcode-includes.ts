import type { IncludeRequest } from './include-line.ts';

/** Matches a line that consists of a shortcode of Hugo or Quarto that inserts a page or a file. */
const SHORTCODE_PATTERN =
  /^\{\{[<%]-?\s*(include|includefile|include-file|readfile|snippet)\s+([^{}]*?)\s*\/?-?[>%]\}\}$/;
/** Matches a line that consists of a tag of GitBook or Jekyll that inserts a page or a file. */
const LIQUID_PATTERN = /^\{%-?\s*(?:include|include_relative|include_cached|render)\s+([^{}]*?)\s*-?%\}$/;
/** Matches a line that consists of an element of Fumadocs or Mintlify that inserts a file. */
const ELEMENT_PATTERN =
  /^<(?:include(\s[^<>]*)?>\s*([^<>\s]+)\s*<\/include>|Snippet\s[^<>]*?\bfile=["']([^"']+)["'][^<>]*\/>)$/;
const FILE_ATTRIBUTE = createAttributePattern('file|src|path');
const LANGUAGE_ATTRIBUTE = createAttributePattern('lang(?:uage)?');
/** Extensions of the files that Liquid tags insert as text. Templates in HTML contain other tags. */
const TEXT_FILE = /\.(?:md|mdx|markdown|txt)$/i;

/** Parses a line that inserts a file in the syntax of Hugo, Quarto, GitBook, Jekyll, Fumadocs or Mintlify. */
export function parseShortcodeInclude(line: string): IncludeRequest | undefined {
  if (line.startsWith('{{')) {
    const [, name, attributes = ''] = SHORTCODE_PATTERN.exec(line) ?? [];
    if (name === undefined) return undefined;
    const target = findAttribute(attributes, FILE_ATTRIBUTE) ?? getFirstArgument(attributes);
    if (target === undefined || !/[./]/.test(target)) return undefined;
    const isCode = /\bcode\s*=\s*["']?true/.test(attributes);
    return { target, selection: undefined, isCode, language: findAttribute(attributes, LANGUAGE_ATTRIBUTE) };
  }
  if (line.startsWith('{%')) {
    const target = getFirstArgument(LIQUID_PATTERN.exec(line)?.[1] ?? '');
    if (target === undefined || !TEXT_FILE.test(target)) return undefined;
    return { target, selection: undefined, isCode: false };
  }
  if (!line.startsWith('<')) return undefined;
  const [, attributes = '', included, snippet] = ELEMENT_PATTERN.exec(line) ?? [];
  if (snippet !== undefined)
    return { target: `/snippets/${snippet.replace(/^\/?(?:snippets\/)?/, '')}`, selection: undefined, isCode: false };
  if (included === undefined) return undefined;
  const [target = included, region] = included.split('#');
  const language = findAttribute(attributes, LANGUAGE_ATTRIBUTE);
  const selection = region === undefined ? undefined : { region };
  return { target, selection, isCode: language !== undefined, language };
}

function getFirstArgument(attributes: string): string | undefined {
  const [, double, single, bare] = /^(?:"([^"]*)"|'([^']*)'|([^\s"'=]+)(?![^\s"'=]*=))/.exec(attributes) ?? [];
  return double ?? single ?? bare;
}

function createAttributePattern(names: string): RegExp {
  return new RegExp(`\\b(?:${names})\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"']+))`);
}

function findAttribute(attributes: string, pattern: RegExp): string | undefined {
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  return double ?? single ?? bare;
}
