import { getElementAt } from '@context-sync/base';
import type { ReadContext, Reference } from '@context-sync/reading';
import { formatLabel } from './admonition-label.ts';
import { findCodeSpans } from './inline-spans.ts';
import { formatListTable } from './list-table.ts';

/** Maximum length of a line that is parsed, in characters. */
const MAX_LINE_LENGTH = 2_000;
/** Maximum length of a role's name in braces, in characters. */
const MAX_ROLE_NAME_LENGTH = 30;
/** Maximum number of lines in a YAML options block. */
const MAX_OPTION_LINES = 50;
/** Roles that are replaced by their text, because they only add a link or a style. */
const TEXT_ROLES = 'ref numref doc any term eq download cite cite:p cite:t abbr guilabel menuselection sub sup';
/** Roles whose text is code. */
const CODE_ROLES =
  'kbd command program file samp envvar option math code mod func meth class attr exc obj data const type';
/** Marks that are written before and after the content of a role. */
const ROLES = new Map<string, readonly [before: string, behind: string]>([
  ...TEXT_ROLES.split(' ').map((name) => [name, ['', '']] as const),
  ...CODE_ROLES.split(' ').map((name) => [name, ['`', '`']] as const),
  ['pep', ['PEP ', '']],
  ['rfc', ['RFC ', '']],
]);
/** Roles whose targets the site resolves, with the kind of reference. */
const REFERENCES = new Map<string, Reference['kind']>([
  ['ref', 'label'],
  ['numref', 'label'],
  ['doc', 'doc'],
  ['term', 'term'],
]);
const ROLE_PATTERN = /\{(?:(?:py|c|cpp|js|rst|std):)?([a-z]+(?::[pt])?)\}$/;
/** Matches any role, also one that an extension defines, such as `{myst:role}`. */
const ANY_ROLE = /\{([a-z][\w-]*(?::[a-z][\w-]*)?)\}$/;
const DIRECTIVE_START = /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[a-z]/m;
const OPENING_DIRECTIVE = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{([a-z][\w:-]*)\}[ \t]*(.*?)[ \t]*$/;
const FENCE_PATTERN = /^[ \t]*(`{3,}|~{3,})/;
const OPTION_PATTERN = /^[ \t]*:[\w-]+:(?:[ \t]|$)/;
const OPTIONS_DELIMITER = /^[ \t]*---[ \t]*$/;
/** Matches a line with a target label or a comment. */
const TARGET_OR_COMMENT = /^(?:\([\w:./ -]+\)=[ \t]*|%(?:[ \t].*)?)$/;
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
const IMAGE_DIRECTIVE = /^(?:image|figure)$/;
/** Directives for navigation, metadata and typesetting, which add no text to the page. */
const OMITTED_DIRECTIVE =
  /^(?:toctree|tableofcontents|contents|index|meta|highlight|default-role|(?:py:)?(?:currentmodule|module)|bibliography|testsetup|testcleanup)$/;
/** Matches directives that have their own title, or that only group their content. */
const BOX_DIRECTIVE =
  /^(?:admonition|dropdown|topic|sidebar|margin|epigraph|tab-set|tab-item|grid|grid-item|grid-item-card|card|card-carousel|container|div|proof|theorem|exercise|solution|table|version(?:added|changed|removed)|deprecated)$/;
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
  if (!hasDirective(text) && !hasRole(text, isMyst) && !text.includes('[](') && !(isMyst && hasShorthand(text)))
    return text;
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

interface PageState {
  /** Opening marks without a closing line, cached to avoid repeated searches. */
  readonly unclosed: Set<string>;
  readonly context: ReadContext | undefined;
  /** Whether the generator of the site parses MyST. In other documents, unknown roles and shorthands stay as they are. */
  readonly isMyst: boolean;
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
    const directiveHead = translateDirective(name, rest, mark, lines.slice(line + 1, end));
    // An omitted block must be closed; otherwise the rest of the page would be omitted.
    if (directiveHead && (directiveHead.content !== 'nothing' || isClosedLater(lines, line, mark, unclosedMarks))) {
      open.push({ mark, ...directiveHead });
      lines.fill('', line, end);
      // Write the line after the options, so that the content does not begin with blank lines.
      lines[directiveHead.content === 'nothing' ? line : end - 1] = indent + directiveHead.opening;
      return end - 1;
    }
  }
  const fence = FENCE_PATTERN.exec(text)?.[1];
  if (fence !== undefined) open.push({ mark: fence, closing: fence, content: 'code' });
  else if (moveSplitRole(lines, line)) lines[line] = replaceRoles(getElementAt(lines, line), state);
  else lines[line] = TARGET_OR_COMMENT.test(text) ? '' : replaceInline(text, state);
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
  if (IMAGE_DIRECTIVE.test(name)) return { opening: `![${findAlt(options)}](${rest})`, closing: '', content: 'text' };
  const language = DIRECTIVE_LANGUAGES.get(name) ?? (CODE_DIRECTIVE.test(name) ? rest : undefined);
  if (language !== undefined) {
    const fence = mark.startsWith(':') ? mark.replaceAll(':', '`') : mark;
    return { opening: fence + language, closing: fence, content: 'code' };
  }
  if (!BOX_DIRECTIVE.test(name) && formatLabel(name) === undefined) return undefined;
  const version = VERSION_LABELS[name];
  const box =
    version === undefined ? `{${name === 'seealso' ? 'see-also' : name}} ${rest}` : `{admonition} ${version} ${rest}`;
  return { opening: `:::${box}`.trimEnd(), closing: ':::', content: 'text' };
}

function findAlt(options: readonly string[]): string {
  for (const option of options) {
    const alt = /^[ \t]*:?alt:[ \t]+(.*)$/.exec(option)?.[1];
    if (alt !== undefined) return alt.trim();
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

/** Returns whether the text contains a role that is replaced. */
function hasRole(text: string, isMyst: boolean): boolean {
  for (let offset = text.indexOf('}`'); offset >= 0; offset = text.indexOf('}`', offset + 2))
    if (findRoleStart(text, offset + 1, isMyst)) return true;
  return false;
}

/** Returns the role whose name in braces ends at the offset. Roles of extensions name objects with a colon, and otherwise have texts. */
function findRoleStart(
  text: string,
  offset: number,
  isMyst: boolean,
): { readonly name: string; readonly frame: readonly [string, string]; readonly length: number } | undefined {
  const textBefore = text.slice(Math.max(offset - MAX_ROLE_NAME_LENGTH, 0), offset);
  const [whole = '', name = ''] = ROLE_PATTERN.exec(textBefore) ?? [];
  const frame = ROLES.get(name);
  if (frame) return { name, frame, length: whole.length };
  const [other, own = ''] = isMyst ? (ANY_ROLE.exec(textBefore) ?? []) : [];
  if (other === undefined) return undefined;
  return { name: own, frame: own.includes(':') ? ['`', '`'] : ['', ''], length: other.length };
}

/** Matches the start of a role that continues on the next line. */
const SPLIT_ROLE = /\{[a-z:]{1,30}\}`[^`]*$/;

/** Moves the start of a role that ends in the next line to this line. Returns false if there is no such role, or no text before it. */
function moveSplitRole(lines: string[], line: number): boolean {
  const text = getElementAt(lines, line);
  const next = lines[line + 1] ?? '';
  const offset = text.includes('}`') && next.includes('`') ? text.search(SPLIT_ROLE) : -1;
  const textBefore = text.slice(0, Math.max(offset, 0));
  // An odd number of backticks means that the braces are in code.
  if (!/[\p{L}\p{N}]/u.test(textBefore) || (textBefore.split('`').length - 1) % 2 > 0) return false;
  lines[line] = textBefore.trimEnd();
  lines[line + 1] = `${getIndent(next)}${text.slice(offset)} ${next.trimStart()}`;
  return true;
}

const EMPTY_LINK = /(?<!!)\[\]\(([^()\s]{1,500})\)/g;
/** Matches the address of a page in another project that the configuration names, such as `](xref:spec/ast#label)`. */
const PROJECT_LINK = /\]\((?:xref|myst):([\w-]+)([/#][^()\s]{0,500})?\)/g;
/** Matches `@label`, which refers to a label, and `<wiki:Page>`. */
const SHORTHAND = /(?<![\w@`/.[\\])@([A-Za-z][\w:.-]*\w)|<wiki:([\w()%,.'-]{1,200})>/g;

function hasShorthand(text: string): boolean {
  return text.includes('@') || text.includes('<wiki:') || /\]\((?:xref|myst):/.test(text);
}

/** Replaces roles, links without a text, and shorthands in a line of text. */
function replaceInline(text: string, state: PageState): string {
  const line = replaceLinks(replaceRoles(text, state), state.context);
  return state.isMyst && hasShorthand(line) ? replaceShorthands(line, state.context) : line;
}

/** Calls `replace` for each match outside of code. */
function replaceOutsideCode(line: string, pattern: RegExp, replace: (match: RegExpExecArray) => string): string {
  const code = [...findCodeSpans(line)];
  let text = '';
  let copiedEnd = 0;
  for (const match of line.matchAll(pattern)) {
    if (code.some(([start, end]) => start <= match.index && match.index < end)) continue;
    text += line.slice(copiedEnd, match.index) + replace(match);
    copiedEnd = match.index + match[0].length;
  }
  return text + line.slice(copiedEnd);
}

/** Adds the titles of the targets to links without a text. A link to another site gets its address as text. */
function replaceLinks(line: string, context: ReadContext | undefined): string {
  if (!line.includes('[](')) return line;
  return replaceOutsideCode(line, EMPTY_LINK, ([whole, target = '']) => {
    if (/^https?:/i.test(target)) return `<${target}>`;
    if (/^[a-z][a-z\d+.-]*:/i.test(target)) return whole;
    const title = context?.site?.resolve(context.path, { kind: 'url', target }).title;
    return title === undefined ? whole : `[${title.replaceAll(/[[\]]/g, '')}](${target})`;
  });
}

/** Replaces references to labels by links, links to other projects by their addresses, and pages of Wikipedia by links. */
function replaceShorthands(line: string, context: ReadContext | undefined): string {
  const { site, path = '' } = context ?? {};
  const withProjects = replaceOutsideCode(line, PROJECT_LINK, ([whole, project = '', target = '']) => {
    const url = site?.attributes(path).get(`project:${project}`);
    return url === undefined ? whole : `](${url.replace(/\/$/, '')}${target})`;
  });
  return replaceOutsideCode(withProjects, SHORTHAND, ([whole, label, page]) => {
    if (page !== undefined) return `[${page.replaceAll('_', ' ')}](https://en.wikipedia.org/wiki/${page})`;
    const { url, title } = site?.resolve(path, { kind: 'label', target: label ?? '' }) ?? {};
    return url === undefined ? whole : `[${(title ?? label ?? '').replaceAll(/[[\]]/g, '')}](${url})`;
  });
}

/** Replaces roles by their text without the target: `{ref}` with `Title <target>` becomes the title. Names of code remain code. */
function replaceRoles(line: string, { context, isMyst }: PageState): string {
  if (!line.includes('}`')) return line;
  let text = '';
  let copiedEnd = 0;
  for (const [start, end] of findCodeSpans(line)) {
    const role = line[start - 1] === '}' ? findRoleStart(line, start, isMyst) : undefined;
    if (!role) continue;
    const [textBefore, behind] = role.frame;
    const content = line.slice(start, end).replaceAll('`', '').trim();
    const [, title, target = content] = /^(.*\S)\s*<([^<>]*)>$/.exec(content) ?? [];
    const kind = REFERENCES.get(role.name);
    const resolved = kind === undefined ? undefined : context?.site?.resolve(context.path, { kind, target });
    const words = title ?? resolved?.title ?? content.replace(/^[~!]/, '');
    const roleText = resolved?.url === undefined ? textBefore + words + behind : `[${words}](${resolved.url})`;
    text += line.slice(copiedEnd, start - role.length) + roleText;
    copiedEnd = end;
  }
  return text + line.slice(copiedEnd);
}
