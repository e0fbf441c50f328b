import { label } from './admonition.ts';
import { codeSpans } from './inline.ts';

/** Longest line that is looked at. */
const LIMIT = 2_000;
/** Longest name of a role, in braces. */
const NEAR = 30;
/** Most lines of options in YAML. */
const MOST_OPTIONS = 50;
/** Roles that link to something, or only look different: a reader needs the words alone. */
const LINKING = 'ref numref doc any term eq download cite cite:p cite:t abbr guilabel menuselection sub sup';
/** Roles whose words are code. */
const NAMING = 'kbd command program file samp envvar option math code mod func meth class attr exc obj data const type';
/** What stands in front of and behind the words of a role. */
const ROLES = new Map<string, readonly [before: string, behind: string]>([
  ...LINKING.split(' ').map((name) => [name, ['', '']] as const),
  ...NAMING.split(' ').map((name) => [name, ['`', '`']] as const),
  ['pep', ['PEP ', '']],
  ['rfc', ['RFC ', '']],
]);
const ROLE = /\{(?:(?:py|c|cpp|js|rst|std):)?([a-z]+(?::[pt])?)\}$/;
const SIGN = /^[ \t]*(?:`{3,}|~{3,}|:{3,})\{[a-z]/m;
const OPENING = /^([ \t]*)(`{3,}|~{3,}|:{3,})\{([a-z][\w:-]*)\}[ \t]*(.*?)[ \t]*$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})/;
const OPTION = /^[ \t]*:[\w-]+:(?:[ \t]|$)/;
const RULE = /^[ \t]*---[ \t]*$/;
/** The name of a place, or a comment. */
const UNSEEN = /^(?:\([\w:./ -]+\)=[ \t]*|%(?:[ \t].*)?)$/;
/** What is left out becomes a comment, which takes the empty lines with it. */
const COMMENT = '<!--';
const COMMENT_END = '-->';

const CODE = /^(?:code|code-block|code-cell|sourcecode|prompt|parsed-literal)$/;
/** What code is that has a directive of its own. */
const LANGUAGES = new Map([
  ['math', 'math'],
  ...['doctest', 'testcode', 'ipython', 'ipython3', 'jupyter-execute'].map((name) => [name, 'python'] as const),
]);
const FILE = /^(?:include|literalinclude)$/;
const IMAGE = /^(?:image|figure)$/;
/** Navigation, metadata and typesetting: nothing that the page shows in its text. */
const SILENT = /^(?:toctree|tableofcontents|contents|index|meta|bibliography|testsetup|testcleanup)$/;
/** What has a title of its own, or only groups what is in it. */
const BOX =
  /^(?:admonition|dropdown|topic|sidebar|margin|epigraph|tab-set|tab-item|grid|grid-item|grid-item-card|card|card-carousel|container|div|proof|theorem|exercise|solution|version(?:added|changed|removed)|deprecated)$/;
const VERSIONS: Readonly<Record<string, string>> = {
  versionadded: 'Added in version',
  versionchanged: 'Changed in version',
  versionremoved: 'Removed in version',
  deprecated: 'Deprecated since version',
};

/** What is open: its mark, the line that ends it, and whether its lines are left out. */
interface Open {
  readonly mark: string;
  readonly closing: string;
  readonly holds: 'text' | 'code' | 'nothing';
}

/**
 * Turns the directives and roles of MyST, which stand in fences, into what is read further: boxes into those of colons, code into plain fences,
 * what is put in from a file into a link. What is not known stays as it is. There are as many lines as before.
 */
export function withoutMyst(text: string): string {
  if (!holdsDirective(text) && !holdsRole(text)) return text;
  const lines = text.split('\n');
  const open: Open[] = [];
  const unclosed = new Set<string>();
  for (let line = 0; line < lines.length; line += 1) {
    const own = lines[line] ?? '';
    if (own.length > LIMIT) continue;
    const last = open.at(-1);
    if (last && closes(own, last.mark)) {
      open.pop();
      lines[line] = indentOf(own) + last.closing;
    } else if (last?.holds === 'nothing') lines[line] = '';
    else if (last?.holds === 'code') continue;
    else line = begin(lines, line, open, unclosed);
  }
  return lines.join('\n');
}

/** Reads a line that may begin something. Gives the last line that was read. `unclosed` has the marks that nothing further down closes. */
function begin(lines: string[], line: number, open: Open[], unclosed: Set<string>): number {
  const own = lines[line] ?? '';
  const [, indent = '', mark = '', name, rest = ''] = OPENING.exec(own) ?? [];
  if (name !== undefined) {
    const end = endOfOptions(lines, line + 1);
    const head = headOf(name, rest, mark, lines.slice(line + 1, end));
    // What is left out must end: the rest of the page is not.
    if (head && (head.holds !== 'nothing' || isClosed(lines, line, mark, unclosed))) {
      open.push({ mark, ...head });
      lines.fill('', line, end);
      // Behind its options, so that what it holds does not begin with empty lines.
      lines[head.holds === 'nothing' ? line : end - 1] = indent + head.opening;
      return end - 1;
    }
  }
  const fence = FENCE.exec(own)?.[1];
  if (fence !== undefined) open.push({ mark: fence, closing: fence, holds: 'code' });
  else lines[line] = UNSEEN.test(own) ? '' : withoutRoles(own);
  return line;
}

/** What takes the place of the line that a directive begins with; undefined where it is not known. */
function headOf(
  name: string,
  rest: string,
  mark: string,
  options: readonly string[],
): (Omit<Open, 'mark'> & { opening: string }) | undefined {
  if (SILENT.test(name)) return { opening: COMMENT, closing: COMMENT_END, holds: 'nothing' };
  if (FILE.test(name)) return { opening: `Included: [${rest}](${rest})`, closing: '', holds: 'nothing' };
  if (IMAGE.test(name)) return { opening: `![${altIn(options)}](${rest})`, closing: '', holds: 'text' };
  const language = LANGUAGES.get(name) ?? (CODE.test(name) ? rest : undefined);
  if (language !== undefined) {
    const fence = mark.startsWith(':') ? mark.replaceAll(':', '`') : mark;
    return { opening: fence + language, closing: fence, holds: 'code' };
  }
  if (!BOX.test(name) && label(name) === undefined) return undefined;
  const version = VERSIONS[name];
  const box =
    version === undefined ? `{${name === 'seealso' ? 'see-also' : name}} ${rest}` : `{admonition} ${version} ${rest}`;
  return { opening: `:::${box}`.trimEnd(), closing: ':::', holds: 'text' };
}

function altIn(options: readonly string[]): string {
  for (const option of options) {
    const alt = /^[ \t]*:?alt:[ \t]+(.*)$/.exec(option)?.[1];
    if (alt !== undefined) return alt.trim();
  }
  return '';
}

/** The line behind the options that begin at the line: `:name: value`, or YAML between rules. */
function endOfOptions(lines: readonly string[], from: number): number {
  let line = from;
  if (RULE.test(lines[line] ?? '')) {
    for (let end = line + 1; end < Math.min(lines.length, line + MOST_OPTIONS); end += 1)
      if (RULE.test(lines[end] ?? '')) return end + 1;
    return line;
  }
  while (OPTION.test(lines[line] ?? '')) line += 1;
  return line;
}

function isClosed(lines: readonly string[], from: number, mark: string, unclosed: Set<string>): boolean {
  if (unclosed.has(mark)) return false;
  for (let line = from + 1; line < lines.length; line += 1) if (closes(lines[line] ?? '', mark)) return true;
  unclosed.add(mark);
  return false;
}

function closes(line: string, mark: string): boolean {
  const own = line.trim();
  return own.length >= mark.length && own.startsWith(mark) && own === (mark[0] ?? '').repeat(own.length);
}

function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** Whether something stands in the text that looks like a directive. */
function holdsDirective(text: string): boolean {
  return (text.includes('```{') || text.includes(':::{') || text.includes('~~~{')) && SIGN.test(text);
}

/** Whether a role that is known stands in the text, or what looks like one. */
function holdsRole(text: string): boolean {
  for (let at = text.indexOf('}`'); at >= 0; at = text.indexOf('}`', at + 2)) if (roleBefore(text, at + 1)) return true;
  return false;
}

/** The role whose name, in braces, ends at the offset. */
function roleBefore(
  text: string,
  at: number,
): { readonly frame: readonly [string, string]; readonly length: number } | undefined {
  const [whole = '', name = ''] = ROLE.exec(text.slice(Math.max(at - NEAR, 0), at)) ?? [];
  const frame = ROLES.get(name);
  return frame && { frame, length: whole.length };
}

/** The words of a role without its target: `{ref}` with `Title <target>` is the title; names of code stay code. */
function withoutRoles(line: string): string {
  if (!line.includes('}`')) return line;
  let text = '';
  let last = 0;
  for (const [start, end] of codeSpans(line)) {
    const role = line[start - 1] === '}' ? roleBefore(line, start) : undefined;
    if (!role) continue;
    const [before, behind] = role.frame;
    const content = line.slice(start, end).replaceAll('`', '').trim();
    const words = /^(.*\S)\s*<[^<>]*>$/.exec(content)?.[1] ?? content.replace(/^[~!]/, '');
    text += line.slice(last, start - role.length) + before + words + behind;
    last = end;
  }
  return text + line.slice(last);
}
