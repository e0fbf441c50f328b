import type { ReadContext, ReadInclude, Warning } from '@context-sync/reading';
import { createIncludeReader, MAX_INCLUDE_DEPTH, renderFence } from '@context-sync/reading';
import { readRst } from '#formats';
import { readFrontMatter } from '../front-matter/read-front-matter.ts';
import { getLines } from '../markdown/line-index.ts';
import { isTextDirective } from '../markdown/myst-directives.ts';
import { findComponentFile, hasComponentFiles } from './component-files.ts';
import { readConfigToggle } from './config-toggle.ts';
import { parseDocfxInclude } from './docfx-includes.ts';
import { type FileImports, getFileImports, hasFileImports, isFileImport, parseImportUse } from './file-imports.ts';
import { type IncludeRequest, MAX_LINE_LENGTH, parseInclude } from './include-line.ts';
import { insertLiquidOutput } from './liquid-output.ts';
import { findEndOfDirective, parseFileDirective, parseRstDirective } from './myst-files.ts';
import { selectLines } from './select-lines.ts';
import { parseShortcodeInclude } from './shortcode-includes.ts';
import { insertParameters } from './site-parameters.ts';

/** Markdown in which each include is replaced by the content of the included file. */
export interface ExpandedMarkdown {
  readonly text: string;
  /** For each line of the expanded Markdown, its line in the document, counted from 1. Absent if the lines are the same. */
  readonly lines?: readonly number[];
  readonly warnings: readonly Warning[];
}

/** State while the includes of one document are expanded. */
interface Expansion {
  readonly context: ReadContext;
  readonly read: ReadInclude | undefined;
  readonly isMdx: boolean;
  readonly text: string[];
  readonly lines: number[];
  readonly warnings: Warning[];
}

/** The document, or a file that the document includes. */
interface Source {
  readonly path: string;
  readonly lines: readonly string[];
  readonly depth: number;
  readonly indent: string;
  /** Line of the document that includes the file; undefined for the document itself. */
  readonly at: number | undefined;
  /** Imported files by the names of their components. */
  readonly imports: FileImports;
  /** Paths of the document and of the nested included files, down to this file. */
  readonly chain: readonly string[];
}

const CANDIDATE_PATTERN =
  /8<-|<<<|\{\{\s*#|\{!|\{\*|@include|include-markdown|\{(?:eval-rst|include|literalinclude)\}|\{[{%][<%]?-?\s*(?:include|readfile|snippet|render|code-toggle)|<include\b|<Snippet\s|\[!(?:code|include)|^:::code\s/im;
const FENCE_PATTERN = /^[ \t>]*(`{3,}|~{3,})(.*)$/;
const DIRECTIVE_INFO = /^\{([a-z][\w:-]*)\}/;
/** Matches the first line of a function that a page of MDX exports. */
const FUNCTION_PATTERN = /^export\s+(?:default\s+)?(?:async\s+)?function\b.*\{\s*$/;
const MARKDOWN_FILE = /\.(?:md|mdx|markdown|txt|html?)$/i;
const LANGUAGES: ReadonlyMap<string, string> = new Map([
  ['py', 'python'],
  ['rs', 'rust'],
  ['yml', 'yaml'],
  ['md', 'markdown'],
  ['txt', 'text'],
]);

/**
 * Expands the constructs that a site generator expands before it parses the Markdown: included files and, in MyST, blocks of reStructuredText. If a
 * file cannot be included, its directive is kept and later becomes a link.
 */
export function expandMarkdown(source: string, context: ReadContext, isMdx: boolean): ExpandedMarkdown {
  const text = insertLiquidOutput(insertParameters(source, context), context);
  const hasImports = context.site !== undefined && (hasFileImports(text) || (isMdx && hasComponentFiles(text)));
  if (!hasImports && !CANDIDATE_PATTERN.test(text)) return { text, warnings: [] };
  const readInclude = context.site && createIncludeReader(context.site);
  const expansion: Expansion = { context, read: readInclude, isMdx, text: [], lines: [], warnings: [] };
  const lines = text.split('\n');
  addSource(expansion, {
    path: context.path,
    lines,
    depth: 0,
    indent: '',
    at: undefined,
    imports: getFileImports(lines),
    chain: [context.path],
  });
  const isChanged =
    expansion.lines.length !== lines.length || expansion.text.some((line, offset) => line !== lines[offset]);
  if (!isChanged) return { text, warnings: [] };
  return { text: expansion.text.join('\n'), lines: expansion.lines, warnings: expansion.warnings };
}

function addSource(expansion: Expansion, source: Source): void {
  const { lines } = source;
  let fence = '';
  const openDirectives: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const trimmedLine = line.trim();
    if (fence !== '') {
      const isClosing =
        trimmedLine.length >= fence.length && trimmedLine === fence.charAt(0).repeat(trimmedLine.length);
      if (isClosing) fence = '';
      else if (addIncluded(expansion, source, index, parseInclude(trimmedLine, true), true)) continue;
      addLine(expansion, source, line, index);
      continue;
    }
    if (expansion.isMdx && FUNCTION_PATTERN.test(line)) {
      index = addFunction(expansion, source, index);
      continue;
    }
    const end = addDirective(expansion, source, index);
    if (end !== undefined) {
      index = end;
      continue;
    }
    const componentEnd = addComponentFile(expansion, source, index);
    if (componentEnd !== undefined) {
      index = componentEnd;
      continue;
    }
    const [, mark, info = ''] =
      trimmedLine.startsWith('`') || trimmedLine.startsWith('~') ? (FENCE_PATTERN.exec(line) ?? []) : [];
    const directive = DIRECTIVE_INFO.exec(info)?.[1];
    if (mark !== undefined && directive !== undefined && isTextDirective(directive)) openDirectives.push(mark);
    else if (mark !== undefined && trimmedLine === openDirectives.at(-1)) openDirectives.pop();
    else if (mark !== undefined && !(mark.startsWith('`') && info.includes('`'))) fence = mark;
    else if (addIncluded(expansion, source, index, getRequest(trimmedLine, source), false)) continue;
    else if (addConfiguration(expansion, source, index)) continue;
    else if (!expansion.isMdx && source.imports.size > 0 && isFileImport(line)) {
      addLine(expansion, source, '', index);
      continue;
    }
    addLine(expansion, source, line, index);
  }
}

/** Adds a function of MDX, whose strings can contain marks of Markdown. Returns its last line. */
function addFunction(expansion: Expansion, source: Source, index: number): number {
  const length = source.lines.slice(index).findIndex((line) => line.startsWith('}'));
  const end = index + Math.max(length, 0);
  for (let each = index; each <= end; each += 1) addLine(expansion, source, source.lines[each] ?? '', each);
  return end;
}

function getRequest(own: string, { imports }: Source): IncludeRequest | undefined {
  const use = parseImportUse(own, imports);
  if (use !== undefined) return { ...use, selection: undefined };
  if (own.length > MAX_LINE_LENGTH) return undefined;
  return parseInclude(own, false) ?? parseShortcodeInclude(own) ?? parseDocfxInclude(own);
}

function addLine({ text, lines }: Expansion, { indent, at }: Source, line: string, index: number): void {
  text.push(indent === '' || line === '' ? line : indent + line);
  lines.push(at ?? index + 1);
}

/** Adds the text of the requested file to the expanded Markdown. Returns false if the file does not exist or cannot be included. */
function addIncluded(
  expansion: Expansion,
  source: Source,
  index: number,
  request: IncludeRequest | undefined,
  isInCode: boolean,
): boolean {
  if (!request || !expansion.read || source.depth >= MAX_INCLUDE_DEPTH) return false;
  const includedFile = readTarget(expansion.read, source.path, request.target);
  // A file that includes itself would be repeated up to the maximum depth.
  if (!('problem' in includedFile) && source.chain.includes(includedFile.path)) return true;
  const selectedLines = 'problem' in includedFile ? undefined : selectLines(includedFile.text, request.selection);
  if ('problem' in includedFile || selectedLines === undefined) return false;
  const line = source.lines[index] ?? '';
  const indent = source.indent + line.slice(0, line.length - line.trimStart().length);
  const offset = source.at ?? index + 1;
  const includedSource: Source = {
    path: includedFile.path,
    lines: selectedLines,
    depth: source.depth + 1,
    indent,
    at: offset,
    imports: new Map(),
    chain: [...source.chain, includedFile.path],
  };
  if (isInCode) addAll(expansion, includedSource, selectedLines);
  else if (request.isCode || !MARKDOWN_FILE.test(includedFile.path))
    addCode(expansion, includedSource, request.language ?? parseLanguage(includedFile.path), request.title);
  else addText(expansion, includedSource);
  return true;
}

/** Reads an included file. In DocFX, `~/` is the project folder: the innermost folder above the page that contains the target. */
function readTarget(read: ReadInclude, from: string, target: string): ReturnType<ReadInclude> {
  if (!target.startsWith('~/')) return read(from, target);
  const folders = from.split('/').slice(0, -1);
  for (let depth = folders.length; depth > 0; depth -= 1) {
    const file = read(from, `/${folders.slice(0, depth).join('/')}${target.slice(1)}`);
    if (!('problem' in file)) return file;
  }
  return read(from, target.slice(1));
}

/** Adds the text of a Markdown file without its front matter. */
function addText(expansion: Expansion, includedSource: Source): void {
  const text = insertParameters(includedSource.lines.join('\n'), expansion.context);
  const { end } = readFrontMatter(getLines(text));
  const lines = text.split('\n').slice(end);
  addSource(expansion, { ...includedSource, lines, imports: getFileImports(lines) });
}

function addAll(expansion: Expansion, source: Source, lines: readonly string[]): void {
  for (const line of lines) addLine(expansion, source, line, 0);
}

function addCode(expansion: Expansion, source: Source, language: string, title: string | undefined): void {
  const info = title === undefined ? language : `${language} title="${title.replaceAll('"', "'").replaceAll('`', '')}"`;
  const code = source.lines.map((text) => ({ text, from: 1 }));
  addAll(
    expansion,
    source,
    renderFence(info, code).map(({ text }) => text),
  );
}

/** Adds a MyST directive that includes a file or contains reStructuredText. Returns the last line of the directive; undefined if there is no such directive. */
function addDirective(expansion: Expansion, source: Source, index: number): number | undefined {
  const { lines } = source;
  const line = lines[index] ?? '';
  if (!line.includes('{')) return undefined;
  const directiveMark = parseRstDirective(line);
  if (directiveMark !== undefined) {
    const end = findEndOfDirective(lines, index, directiveMark);
    if (end === undefined) return undefined;
    addRst(expansion, source, lines.slice(index + 1, end), index + 1);
    return end;
  }
  const directive = parseFileDirective(lines, index);
  if (!directive || !addIncluded(expansion, source, index, directive, false)) return undefined;
  return directive.end;
}

/** Adds the file that a component shows. Returns the last line of the component; undefined if there is no such component. */
function addComponentFile(expansion: Expansion, source: Source, index: number): number | undefined {
  const { read, isMdx } = expansion;
  if (!read || !isMdx || !source.lines[index]?.trimStart().startsWith('<')) return undefined;
  const file = findComponentFile(source.lines, index, source.path, read);
  const request = file && { target: file.target, isCode: true, title: file.title, selection: undefined };
  return addIncluded(expansion, source, index, request, false) ? file?.end : undefined;
}

/** Adds reStructuredText as Markdown. `from` is the index of its first line. */
function addRst(expansion: Expansion, source: Source, rst: readonly string[], from: number): void {
  const { context, warnings } = expansion;
  const reading = readRst(rst.join('\n'), { ...context, path: source.path });
  reading.markdown.split('\n').forEach((line, offset) => {
    addLine(expansion, source, line, from + (reading.lines?.[offset] ?? offset + 1) - 1);
  });
  for (const warning of reading.warnings) warnings.push({ ...warning, line: source.at ?? from + warning.line });
}

/** Adds the configuration that a shortcode shows. Returns false if the line is not such a shortcode. */
function addConfiguration(expansion: Expansion, source: Source, index: number): boolean {
  const line = source.lines[index] ?? '';
  if (!expansion.read || !line.includes('code-toggle')) return false;
  const configuration = readConfigToggle(line.trim(), source.path, expansion.read);
  if (configuration === undefined) return false;
  const [indent] = /^\s*/.exec(line) ?? [''];
  const lines = ['```yaml', ...configuration.split('\n'), '```'];
  for (const each of lines) addLine(expansion, { ...source, at: source.at ?? index + 1 }, indent + each, index);
  return true;
}

function parseLanguage(path: string): string {
  const extension = /\.([\w-]{1,12})$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return LANGUAGES.get(extension) ?? extension;
}
