import type { InclusionResult } from '@context-sync/reading';
import { defineInline } from '../inline/inline-scope.ts';
import { formatLink } from '../inline/markdown-link.ts';
import { type ParseBlocks, type RstParseState, warn } from '../parse-state.ts';
import type { RstNode } from '../rst-node.ts';
import { createSource, getLine } from '../rst-source.ts';
import { addAll } from './append-nodes.ts';
import { parseLanguage } from './code-directive.ts';
import { type Directive, type DirectiveHandler, getOption, joinArgument } from './directive.ts';
import { selectIncluded } from './included-lines.ts';
import { defineStandardCharacters } from './substitution.ts';

type RstIncludedFile = Extract<InclusionResult, { readonly path: string }>;

/** Extensions of Markdown files, which MyST can include in reStructuredText. */
const MARKDOWN_FILE = /\.(?:md|markdown)$/i;

/** Languages of included code by file extension, if the language and the extension differ. */
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['yml', 'yaml'],
  ['txt', ''],
]);

/**
 * Adds the content of a file, or a link to the file if its content is not available. Names in angle brackets refer to files of docutils with
 * definitions of characters.
 */
export const addInclude: DirectiveHandler = (state, directive, into, parse) => {
  const { line, name } = directive;
  const file = joinArgument(directive);
  if (file.startsWith('<')) defineStandardCharacters(state);
  if (file === '' || file.startsWith('<')) return;
  const includedFile = state.includes.file(file);
  if (includedFile === undefined) addFileLink(directive, file, into);
  else if ('problem' in includedFile) warn(state, line, `${name}:: ${file} was skipped: ${includedFile.problem}`);
  else if (name === 'literalinclude' || directive.options.has('literal') || directive.options.has('code'))
    addIncludedCode(state, directive, includedFile, into);
  else addIncludedText(state, directive, includedFile, into, parse);
};

function addIncludedCode(
  state: RstParseState,
  directive: Directive,
  { path, text }: RstIncludedFile,
  into: RstNode[],
): void {
  const { options, line } = directive;
  const code = selectIncluded(text, directive);
  if (code.every((each) => each.trim() === '')) {
    warn(state, line, `The options of the directive select no lines of ${path}`);
    return;
  }
  const caption = options.get('caption')?.value;
  if (caption !== undefined)
    into.push({ kind: 'paragraph', text: [{ rst: caption || path.replace(/^.*\//, ''), strong: true }], line });
  const extension = /\.([a-z\d]{1,10})$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const language = getOption(directive, 'language') ?? getOption(directive, 'code');
  const info = language === undefined ? (LANGUAGES.get(extension) ?? extension) : parseLanguage(language);
  state.includes.within(path, code.length, line, (first) => {
    into.push({ kind: 'code', info, code, line: first });
  });
}

function addIncludedText(
  state: RstParseState,
  directive: Directive,
  { path, text }: RstIncludedFile,
  into: RstNode[],
  parse: ParseBlocks,
): void {
  const lines = selectIncluded(text, directive);
  state.includes.within(path, lines.length, directive.line, (first) => {
    if (MARKDOWN_FILE.test(path)) {
      into.push({ kind: 'html', html: lines, line: first });
      return;
    }
    const source = createSource(lines.join('\n'), first);
    defineInline(source.lines.join('\n'), state.definitions);
    addAll(into, parse(state, source, state.titles));
  });
}

function addFileLink(directive: Directive, file: string, into: RstNode[]): void {
  const { line } = directive;
  const caption = getOption(directive, 'caption');
  const linkLabel = caption === undefined ? 'Included file' : { rst: caption };
  into.push({ kind: 'paragraph', text: [linkLabel, ': ', formatLink(file, file)], line });
}

/** Adds HTML without its invisible parts. Ignores other formats. */
export const addRaw: DirectiveHandler = (_state, directive, into) => {
  const { content, line } = directive;
  if (!joinArgument(directive).toLowerCase().split(' ').includes('html')) return;
  const file = getOption(directive, 'file') ?? getOption(directive, 'url');
  if (file !== undefined) into.push({ kind: 'paragraph', text: ['Included file: ', formatLink(file, file)], line });
  const html = removeInvisible(content.lines.join('\n')).split('\n');
  let start = 0;
  while (start < html.length && html[start]?.trim() === '') start += 1;
  while (html.length > start && getLine({ lines: html, first: 0 }, html.length - 1).trim() === '') html.pop();
  if (start < html.length) into.push({ kind: 'html', html: html.slice(start), line: content.first + start });
};

const INVISIBLE_MARKUP = [
  ['<script', '</script>'],
  ['<style', '</style>'],
  ['<!--', '-->'],
] as const;

/** Removes scripts, styles and comments, but keeps their line breaks. */
function removeInvisible(html: string): string {
  return INVISIBLE_MARKUP.reduce((text, [open, close]) => removeBetween(text, open, close), html);
}

function removeBetween(html: string, open: string, close: string): string {
  const lowerHtml = html.toLowerCase();
  let result = '';
  let copiedEnd = 0;
  for (let start = lowerHtml.indexOf(open); start >= 0; start = lowerHtml.indexOf(open, copiedEnd)) {
    const end = lowerHtml.indexOf(close, start + open.length);
    if (end < 0) break;
    result += html.slice(copiedEnd, start) + html.slice(start, end).replaceAll(/[^\n]+/g, '');
    copiedEnd = end + close.length;
  }
  return result + html.slice(copiedEnd);
}
