import { getElementAt } from '@context-sync/base';
import type { ReadContext } from '@context-sync/reading';
import { formatLabel } from './admonition-label.ts';
import { formatListTable } from './list-table.ts';
import { hasRole, hasShorthand, type MystPage, moveSplitRole, replaceInline, replaceRoles } from './myst-inline.ts';

/** Maximum length of a line that is parsed, in characters. */
const MAX_LINE_LENGTH = 2_000;
/** Maximum number of lines in a YAML options block. */
const MAX_OPTION_LINES = 50;
const DIRECTIVE_START = /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[a-z]/m;
const OPENING_DIRECTIVE = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{([a-z][\w:-]*)\}[ \t]*(.*?)[ \t]*$/;
/** Matches the first line of a code block, also after the mark of a list entry. */
const FENCE_PATTERN = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})/;
const OPTION_PATTERN = /^[ \t]*:[\w-]+:(?:[ \t]|$)/;
const OPTIONS_DELIMITER = /^[ \t]*---[ \t]*$/;
/** Matches a line with a target label or a comment. */
const TARGET_OR_COMMENT = /^(?:\([\w:./ -]+\)=[ \t]*|%(?:[ \t].*)?)$/;
/** Matches the last line of an equation with its label. */
const EQUATION_END = /^([ \t>]*\$\$)[ \t]+\([\w:./-]+\)[ \t]*$/;
/** Matches the line between two blocks of a page, which may contain metadata. */
const BLOCK_BREAK = /^\+\+\+[ \t]*(?:\{.*\}[ \t]*)?$/;
/** Matches the line between the header and the body of a card. */
const CARD_HEADER_END = /^[ \t]*\^{3,}[ \t]*$/;
/** Start of the comment that replaces omitted content, including the blank lines in the content. */
const COMMENT = '<!--';
const COMMENT_END = '-->';

const CODE_DIRECTIVE = /^(?:code|code-block|code-cell|sourcecode|prompt|parsed-literal)$/;
/** Languages of directives that contain code. */
const DIRECTIVE_LANGUAGES = new Map([
  ['math', 'math'],
  // A demonstration shows its source and the result.
  ['myst', 'markdown'],
  ...['doctest', 'testcode', 'ipython', 'ipython3', 'jupyter-execute'].map((name) => [name, 'python'] as const),
]);
const FILE_DIRECTIVE = /^(?:include|literalinclude)$/;
/** Matches the classes of themes for images that sites show only in dark mode, next to an image for light mode. */
const DARK_ONLY_CLASS = /(?:^|\s)(?:only-dark|dark-only)(?:\s|$)/;
const IMAGE_DIRECTIVE = /^(?:image|figure)$/;
/** Directives for navigation, metadata and typesetting, which add no text to the page. */
const OMITTED_DIRECTIVE =
  /^(?:toctree|toc|tableofcontents|contents|index|show-index|anywidget|meta|highlight|default-role|(?:py:)?(?:currentmodule|module)|bibliography|testsetup|testcleanup)$/;
/** Matches directives that have their own title, or that only group their content. */
const BOX_DIRECTIVE =
  /^(?:admonition|dropdown|glossary|topic|sidebar|margin|epigraph|tab-set|tab-item|grid|grid-item|grid-item-card|card|card-carousel|container|div|aside|pull-quote|proof|theorem|exercise|solution|table|version(?:added|changed|removed)|deprecated)$/;
const CARD_DIRECTIVE = /^(?:grid-item-)?card$/;
/** Matches the argument of a grid, which is the number of columns per screen size instead of a title. */
const COLUMN_COUNTS = /^[\d\s]+$/;
/** Matches directives of Sphinx Proof, such as `proof:theorem`. */
const PROOF_DIRECTIVE = /^(?:proof|prf):([a-z][\w-]*)$/;
const HEADING_PATTERN = /^[ \t]*#{1,6}[ \t]+(\S.*?)[ \t]*#*$/;
const VERSION_LABELS: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
  deprecated: 'Deprecated since version',
};

/** An open block with its opening mark, its closing line, and the kind of its content. */
interface OpenBlock {
  readonly mark: string;
  readonly closing: string;
  readonly content: 'text' | 'code' | 'nothing';
}

/**
 * Converts MyST directives and roles, which are written as fences, to markup that later steps understand: admonitions to colon fences, code to plain
 * fences, file includes to links. Leaves unknown directives unchanged and preserves the number of lines.
 */
export function convertMyst(text: string, context?: ReadContext): string {
  const isMyst = context?.site?.attributes(context.path).get('myst') === 'true';
  const hasMyst =
    hasDirective(text) ||
    hasRole(text, isMyst) ||
    text.includes('[](') ||
    text.includes(')=\n') ||
    text.includes('$$ (');
  if (!hasMyst && !(isMyst && (text.includes('+++') || hasShorthand(text)))) return text;
  const lines = text.split('\n');
  const openBlocks: OpenBlock[] = [];
  const unclosedMarks = new Set<string>();
  for (let line = 0; line < lines.length; line += 1) {
    const text = getElementAt(lines, line);
    if (text.length > MAX_LINE_LENGTH) continue;
    const lastOpenBlock = openBlocks.at(-1);
    if (lastOpenBlock && isClosing(text, lastOpenBlock.mark)) {
      openBlocks.pop();
      lines[line] = getIndent(text) + lastOpenBlock.closing;
    } else if (lastOpenBlock?.content === 'nothing') lines[line] = '';
    else if (lastOpenBlock?.content === 'code') continue;
    else line = openBlock(lines, line, openBlocks, { unclosed: unclosedMarks, context, isMyst });
  }
  return lines.join('\n');
}

interface PageState extends MystPage {
  /** Opening marks without a closing line, cached to avoid repeated searches. */
  readonly unclosed: Set<string>;
}

/** Parses a line that may open a block. Returns the last line that it consumed. */
function openBlock(lines: string[], line: number, open: OpenBlock[], state: PageState): number {
  const { unclosed: unclosedMarks } = state;
  const text = getElementAt(lines, line);
  const [, indent = '', mark = '', name, rest = ''] = OPENING_DIRECTIVE.exec(text) ?? [];
  if (name === 'list-table') {
    const end = addListTable(lines, line, { indent, mark, title: rest }, state);
    if (end !== undefined) return end;
  }
  if (name !== undefined) {
    const end = findEndOfOptions(lines, line + 1);
    const titleLine = rest === '' && hasTitle(name) ? findTitleLine(lines, end) : undefined;
    const header = CARD_DIRECTIVE.test(name) ? findOption(lines.slice(line + 1, end), 'header') : '';
    const argument = [header, rest].filter((text) => text !== '').join(': ');
    const title =
      titleLine === undefined ? argument : (HEADING_PATTERN.exec(getElementAt(lines, titleLine))?.[1] ?? '');
    const directiveHead = translateDirective(name, title, mark, lines.slice(line + 1, end));
    // An omitted block must be closed; otherwise the rest of the page would be omitted.
    if (directiveHead && (directiveHead.content !== 'nothing' || isClosedLater(lines, line, mark, unclosedMarks))) {
      open.push({ mark, ...directiveHead });
      const caption = directiveHead.content === 'code' ? findOption(lines.slice(line + 1, end), 'caption') : '';
      lines.fill('', line, end);
      if (caption !== '') lines[line] = indent + replaceInline(caption, state);
      // Write the line after the options, so that the content does not begin with blank lines.
      lines[directiveHead.content === 'nothing' ? line : end - 1] =
        indent +
        (directiveHead.opening.startsWith('[](') ? replaceInline(directiveHead.opening, state) : directiveHead.opening);
      if (titleLine !== undefined) lines[titleLine] = '';
      return end - 1;
    }
    // Between colons, the text of an unknown directive is kept, but its options are not text.
    if (mark.startsWith(':')) lines.fill('', line + 1, end);
  }
  const fence = FENCE_PATTERN.exec(text)?.[1];
  if (fence !== undefined) open.push({ mark: fence, closing: fence, content: 'code' });
  else if (moveSplitRole(lines, line)) lines[line] = replaceRoles(getElementAt(lines, line), state);
  else {
    const isOmitted =
      TARGET_OR_COMMENT.test(text) || (state.isMyst && (BLOCK_BREAK.test(text) || CARD_HEADER_END.test(text)));
    lines[line] = isOmitted ? '' : replaceInline(text.replace(EQUATION_END, '$1'), state);
  }
  return line;
}

/** Replaces a `list-table` with a Markdown table. Returns its last line; undefined if the directive stays unchanged. */
function addListTable(
  lines: string[],
  line: number,
  { indent, mark, title }: { readonly indent: string; readonly mark: string; readonly title: string },
  state: PageState,
): number | undefined {
  const close = lines.findIndex((text, index) => index > line && isClosing(text, mark));
  if (close < 0) return undefined;
  const from = findEndOfOptions(lines, line + 1);
  const headerRows = lines.slice(line + 1, from).some((option) => /header-rows:\s*[1-9]/.test(option)) ? 1 : 0;
  // Blocks such as code do not fit into the cells of a table, so the rows stay a list.
  if (lines.slice(from, close).some((text) => FENCE_PATTERN.test(text) || DIRECTIVE_START.test(text))) {
    lines.fill('', line, from);
    if (title !== '') lines[line] = `${indent}**${replaceRoles(title, state).replaceAll('**', '')}**`;
    lines[close] = '';
    return from - 1;
  }
  const body = lines.slice(from, close).map((text) => replaceInline(text, state));
  const rows = formatListTable(body, headerRows);
  if (rows === undefined) return undefined;
  const table = title === '' ? rows : [`**${replaceRoles(title, state).replaceAll('**', '')}**`, '', ...rows];
  if (table.length > close - line) return undefined;
  lines.fill('', line, close + 1);
  for (const [index, text] of table.entries()) lines[line + index] = text === '' ? '' : indent + text;
  return close;
}

/** Returns the replacement for the first line of a directive; undefined if the directive is unknown. */
function translateDirective(
  name: string,
  rest: string,
  mark: string,
  options: readonly string[],
): (Omit<OpenBlock, 'mark'> & { opening: string }) | undefined {
  if (OMITTED_DIRECTIVE.test(name)) return { opening: COMMENT, closing: COMMENT_END, content: 'nothing' };
  if (FILE_DIRECTIVE.test(name)) return { opening: `Included: [${rest}](${rest})`, closing: '', content: 'nothing' };
  // A figure can show another part of the site instead of an image.
  if (IMAGE_DIRECTIVE.test(name) && rest.startsWith('#'))
    return { opening: `[](${rest})`, closing: '', content: 'text' };
  if (IMAGE_DIRECTIVE.test(name) && DARK_ONLY_CLASS.test(findOption(options, 'class')))
    return { opening: COMMENT, closing: COMMENT_END, content: 'nothing' };
  if (IMAGE_DIRECTIVE.test(name))
    return { opening: `![${findOption(options, 'alt')}](${rest})`, closing: '', content: 'text' };
  if (name === 'iframe') return { opening: `[Embedded page](${rest})`, closing: '', content: 'text' };
  if (name === 'embed') return { opening: `[](${rest})`, closing: '', content: 'nothing' };
  const proof = PROOF_DIRECTIVE.exec(name)?.[1];
  if (proof !== undefined) {
    const label = proof.charAt(0).toUpperCase() + proof.slice(1);
    return { opening: `:::{admonition} ${rest === '' ? label : `${label}: ${rest}`}`, closing: ':::', content: 'text' };
  }
  const language = DIRECTIVE_LANGUAGES.get(name) ?? (CODE_DIRECTIVE.test(name) ? rest : undefined);
  if (language !== undefined) {
    const fence = mark.startsWith(':') ? mark.replaceAll(':', '`') : mark;
    const file = findOption(options, 'filename').replaceAll(/["`]/g, '');
    const info = language !== '' && file !== '' ? `${language} title="${file}"` : language;
    return { opening: fence + info, closing: fence, content: 'code' };
  }
  if (!isTextDirective(name)) return undefined;
  const version = VERSION_LABELS[name];
  const title = COLUMN_COUNTS.test(rest) && /^(?:grid|card-carousel)$/.test(name) ? '' : rest;
  const box =
    version === undefined ? `{${name === 'seealso' ? 'see-also' : name}} ${title}` : `{admonition} ${version} ${rest}`;
  return { opening: `:::${box}`.trimEnd(), closing: ':::', content: 'text' };
}

/** Returns whether the content of the directive is text, which can contain other directives. */
export function isTextDirective(name: string): boolean {
  return BOX_DIRECTIVE.test(name) || formatLabel(name) !== undefined;
}

/** Returns whether the directive is an admonition or a proof, whose first heading is its title. */
function hasTitle(name: string): boolean {
  return (
    name === 'dropdown' ||
    PROOF_DIRECTIVE.test(name) ||
    formatLabel(name === 'seealso' ? 'see-also' : name) !== undefined
  );
}

/** Returns the line of a heading with which the content of a directive begins. */
function findTitleLine(lines: readonly string[], from: number): number | undefined {
  const line = [from, from + 1].find((each) => (lines[each] ?? '').trim() !== '');
  return line !== undefined && HEADING_PATTERN.test(getElementAt(lines, line)) ? line : undefined;
}

/** Returns the value of an option, in either syntax; empty if the option is missing. */
function findOption(options: readonly string[], name: string): string {
  for (const option of options) {
    const [, key, value = ''] = /^[ \t]*:?([\w-]+):[ \t]+(.*)$/.exec(option) ?? [];
    if (key === name) return value.trim();
  }
  return '';
}

/** Returns the line after the options that begin at the line: `:name: value`, or YAML between `---` lines. */
function findEndOfOptions(lines: readonly string[], from: number): number {
  let line = from;
  if (OPTIONS_DELIMITER.test(lines[line] ?? '')) {
    for (let end = line + 1; end < Math.min(lines.length, line + MAX_OPTION_LINES); end += 1)
      if (OPTIONS_DELIMITER.test(getElementAt(lines, end))) return end + 1;
    return line;
  }
  while (OPTION_PATTERN.test(lines[line] ?? '')) line += 1;
  return line;
}

function isClosedLater(lines: readonly string[], from: number, mark: string, unclosedMarks: Set<string>): boolean {
  if (unclosedMarks.has(mark)) return false;
  for (let line = from + 1; line < lines.length; line += 1) if (isClosing(getElementAt(lines, line), mark)) return true;
  unclosedMarks.add(mark);
  return false;
}

function isClosing(line: string, mark: string): boolean {
  const text = line.trim();
  return text.length >= mark.length && text.startsWith(mark) && text === mark.charAt(0).repeat(text.length);
}

function getIndent(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** Returns whether the text may contain a directive. */
function hasDirective(text: string): boolean {
  return (text.includes('```{') || text.includes(':::{') || text.includes('~~~{')) && DIRECTIVE_START.test(text);
}
