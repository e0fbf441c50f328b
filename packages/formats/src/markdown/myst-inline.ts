import { getElementAt } from '@context-sync/base';
import type { ReadContext, Reference } from '@context-sync/reading';
import { findCodeSpans } from './inline-spans.ts';

/** Maximum length of a role's name and its attributes in braces, in characters. */
const MAX_ROLE_NAME_LENGTH = 80;
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
/** Matches any role, also one that an extension defines, such as `{myst:role}`, with attributes as in `{span .red id="x"}`. */
const ANY_ROLE = /\{([a-z][\w-]*(?::[a-z][\w-]*)?)(?:[ \t]+(?:[.#][\w-]+|[\w-]+=(?:"[^"{}]*"|[^\s"{}]+)))*\}$/;
/** Matches the name of a role in a title without markup. */
const ROLE_NAME = /\{[a-z][\w-]*:[a-z][\w-]*\}(?=\S)/g;

/** The context in which the roles and references of a page are replaced. */
export interface MystPage {
  readonly context: ReadContext | undefined;
  /** Whether the generator of the site parses MyST. In other documents, unknown roles and shorthands stay as they are. */
  readonly isMyst: boolean;
}

/** Returns whether the text contains a role that is replaced. */
export function hasRole(text: string, isMyst: boolean): boolean {
  for (let offset = text.indexOf('}`'); offset >= 0; offset = text.indexOf('}`', offset + 2))
    if (findRoleStart(text, offset + 1, isMyst)) return true;
  return false;
}

/**
 * Returns the role whose name in braces ends at the offset. The content of an unknown role is treated as code if the name of the role contains a colon, and as
 * text otherwise.
 */
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

/** If a role starts on this line and ends on the next line, moves its start to the next line. Returns false if there is no such role, or no text before it. */
export function moveSplitRole(lines: string[], line: number): boolean {
  const text = getElementAt(lines, line);
  const next = lines[line + 1] ?? '';
  const offset = text.includes('}`') && next.includes('`') ? text.search(SPLIT_ROLE) : -1;
  const textBefore = text.slice(0, Math.max(offset, 0));
  // An odd number of backticks means that the braces are in code.
  if (!/[\p{L}\p{N}]/u.test(textBefore) || (textBefore.split('`').length - 1) % 2 > 0) return false;
  lines[line] = textBefore.trimEnd();
  const indent = next.slice(0, next.length - next.trimStart().length);
  lines[line + 1] = `${indent}${text.slice(offset)} ${next.trimStart()}`;
  return true;
}

const EMPTY_LINK = /(?<!!)\[\]\(((?:[^()\s]|\([^()\s]{0,100}\)){1,500})\)/g;
/** Matches the destination of a link to a page in another project that the configuration names, such as `](xref:spec/ast#label)`. */
const PROJECT_LINK = /\]\((?:xref|myst):([\w-]+)([/#][^()\s]{0,500})?\)/g;
/** Matches a link to such a page without a text, in both spellings: `[](xref:spec/ast)` and `<xref:spec/ast>`. */
const EMPTY_PROJECT_LINK = /(?<!!)(?:\[\]\(|<)((?:xref|myst):([\w-]+(?:[/#][^()<>\s]{0,500})?))[)>]/g;
/** Matches an embed of mystmd: a block with a label, or a whole document. */
const EMBED = /!\[([^[\]]{0,500})\]\((#[^()\s]{1,500}|[^()\s:]{1,500}\.(?:md|ipynb)(?:#[^()\s]{0,500})?)\)/g;
/** Matches a link whose destination is a label with a colon. In older documents, such destinations do not start with `#`. */
const LABEL_LINK = /\]\((?!(?:https?|mailto|wiki|xref|myst|doi|ftp|tel|data):)([A-Za-z][\w-]{0,60}:[\w:.-]{1,100})\)/g;
const DOI_HOST = 'https://doi.org/';
const WIKIPEDIA = 'https://en.wikipedia.org/wiki/';
/** Matches the scheme of a link to a Wikipedia page (`wiki:`) or to a publication (`doi:`). */
const SCHEME_LINK = /(?<=\]\()(wiki|doi):(?=[^()\s])/g;
/** Matches `@label`, which refers to a label, and `<wiki:Page>`. */
const SHORTHAND = /(?<![\w@`/.[\\])@([A-Za-z][\w:.-]*\w)|<wiki:([\w()%,.'-]{1,200})>/g;

/** Returns whether the text may contain a shorthand, an embedded block, or a link to another project. */
export function hasShorthand(text: string): boolean {
  return (
    text.includes('@') ||
    text.includes('<wiki:') ||
    text.includes('<xref:') ||
    /\]\((?:[a-z]+:(?!\/\/)|#)|\.(?:md|ipynb)\b/.test(text)
  );
}

/** Replaces roles, links without a text, and shorthands in a line of text. */
export function replaceInline(text: string, state: MystPage): string {
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

/** Adds the titles of the targets to links without a text. A link to another site gets its URL as text. */
function replaceLinks(line: string, context: ReadContext | undefined): string {
  if (!line.includes('[](')) return line;
  return replaceOutsideCode(line, EMPTY_LINK, ([whole, target = '']) => {
    if (/^https?:/i.test(target)) return `<${target}>`;
    if (/^doi:10\./i.test(target)) return `<${DOI_HOST}${target.slice('doi:'.length)}>`;
    if (/^[a-z][a-z\d+.-]*:/i.test(target)) return whole;
    // A notebook without a title is named after its file, and an unknown block after its label.
    const file = /([^/]+)\.ipynb$|^#(.+)$/.exec(target)?.slice(1).find(Boolean);
    const title = context?.site?.resolve(context.path, { kind: 'url', target }).title ?? file;
    return title === undefined ? whole : `[${formatTitle(title)}](${target})`;
  });
}

/** Returns a title as the text of a link. */
function formatTitle(title: string): string {
  return title.replaceAll(/[[\]]/g, '').replaceAll(ROLE_NAME, '');
}

/** Replaces embedded blocks and references to labels and Wikipedia pages with links, and the destinations of links to other projects with URLs. */
function replaceShorthands(line: string, context: ReadContext | undefined): string {
  const { site, path = '' } = context ?? {};
  const linkedLine = replaceOutsideCode(line, EMBED, ([, words = '', target = '']) => {
    const title = words.trim() || site?.resolve(path, { kind: 'url', target }).title || target.replace(/^#/, '');
    return `[${formatTitle(title)}](${target})`;
  });
  const namedLine = replaceOutsideCode(linkedLine, EMPTY_PROJECT_LINK, ([, target = '', name = '']) => {
    return `[${name.replace('#', ' ').trim()}](${target})`;
  });
  const resolvedLine = replaceOutsideCode(namedLine, PROJECT_LINK, ([whole, project = '', target = '']) => {
    const url = site?.attributes(path).get(`project:${project}`);
    return url === undefined ? whole : `](${url.replace(/\/$/, '')}${target})`;
  });
  const labelLine = replaceOutsideCode(resolvedLine, LABEL_LINK, ([whole, label = '']) => {
    const url = site?.resolve(path, { kind: 'label', target: label }).url;
    return url === undefined ? whole : `](${url})`;
  });
  const wikiLine = replaceOutsideCode(labelLine, SCHEME_LINK, ([, scheme]) =>
    scheme === 'doi' ? DOI_HOST : WIKIPEDIA,
  );
  return replaceOutsideCode(wikiLine, SHORTHAND, ([whole, label, page]) => {
    if (page !== undefined) return `[${page.replaceAll('_', ' ')}](${WIKIPEDIA}${page})`;
    const { url, title } = site?.resolve(path, { kind: 'label', target: label ?? '' }) ?? {};
    return url === undefined ? whole : `[${formatTitle(title ?? label ?? '')}](${url})`;
  });
}

/** Replaces roles with their text without the target: `{ref}` with `Title <target>` becomes the title. Names of code remain code. */
export function replaceRoles(line: string, { context, isMyst }: MystPage): string {
  if (!line.includes('}`')) return line;
  let text = '';
  let copiedEnd = 0;
  for (const [start, end] of findCodeSpans(line)) {
    const role = line[start - 1] === '}' ? findRoleStart(line, start, isMyst) : undefined;
    if (!role) continue;
    const [textBefore, behind] = role.frame;
    const written = line.slice(start, end).replaceAll('`', '').trim();
    // A citation can have words before and after its keys, as in `{see}key{page 2}`.
    const content = role.name.startsWith('cite') ? written.replaceAll(/[{}]+/g, ' ').trim() : written;
    const [, title, target = content] = /^(.*\S)\s*<([^<>]*)>$/.exec(content) ?? [];
    const kind = REFERENCES.get(role.name);
    const resolvedTarget = kind === undefined ? undefined : context?.site?.resolve(context.path, { kind, target });
    const words = title ?? resolvedTarget?.title ?? content.replace(/^[~!]/, '');
    const roleText =
      resolvedTarget?.url === undefined ? textBefore + words + behind : `[${words}](${resolvedTarget.url})`;
    text += line.slice(copiedEnd, start - role.length) + roleText;
    copiedEnd = end;
  }
  return text + line.slice(copiedEnd);
}
