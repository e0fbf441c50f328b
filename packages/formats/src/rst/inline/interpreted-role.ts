import { normalizeName, resolveTarget } from '../document-definitions.ts';
import { getDocumentPath, parseTitleAndTarget } from './document-link.ts';
import type { InlineScope } from './inline-scope.ts';
import { unescapeText } from './unescape-text.ts';

/** The visible result of interpreted text. */
export interface InterpretedText {
  readonly text: string;
  readonly as: 'text' | 'code' | 'emphasis' | 'strong' | 'sub' | 'sup' | 'math';
  readonly url?: string;
}

/** Roles for names in programs, without their domain. The names are rendered as code. */
const CODE_ROLES = new Set(
  `any attr bash c class cli code command concept const cpp data dbapi decorator default directive dir enum enumerator envvar
   event exc exception expr file func function identifier interface js kbd keyword lib literal macro makevar member meth method mailheader mimetype
   mod module namespace newsgroup obj opcode option param prog program property py pyobject regexp role samp setting shell source sql struct
   template templatefilter templatetag token type union var variable`.split(/\s+/),
);
/** Roles for Python names, whose leading dot only affects name resolution. */
const PYTHON_ROLES = new Set(['attr', 'class', 'const', 'data', 'exc', 'func', 'meth', 'mod', 'obj']);
const CALLABLE_ROLES = new Set(['func', 'function', 'meth', 'method']);
const ROLE_STYLES: ReadonlyMap<string, InterpretedText['as']> = new Map([
  ['emphasis', 'emphasis'],
  ['dfn', 'emphasis'],
  ['guilabel', 'strong'],
  ['math', 'math'],
  ['strong', 'strong'],
  ['sub', 'sub'],
  ['subscript', 'sub'],
  ['sup', 'sup'],
  ['superscript', 'sup'],
  ['t', 'emphasis'],
  ['title', 'emphasis'],
  ['title-reference', 'emphasis'],
]);
/** Roles whose text does not support escapes. */
const VERBATIM_ROLES = new Set(['code', 'literal', 'math', 'raw-html', 'samp']);
/** Roles whose title does not need a space before the target. */
const TITLED_ROLES = new Set(['ref', 'numref', 'doc', 'download', 'term', 'pep', 'rfc']);
/** Roles that mark spans of table cells and have no text. */
const SPAN_ROLES = new Set(['cspan', 'rspan']);
const HTTP_METHODS = new Set([
  'get',
  'post',
  'put',
  'patch',
  'delete',
  'head',
  'options',
  'trace',
  'connect',
  'any',
  'copy',
]);

type RoleScope = Pick<InlineScope, 'definitions' | 'titles' | 'resolve'>;

/** Converts interpreted text. */
export function interpretRole(role: string, rawText: string, scope: RoleScope): InterpretedText {
  const name = role.toLowerCase();
  const kind = name.slice(name.lastIndexOf(':') + 1);
  const text = VERBATIM_ROLES.has(kind) ? rawText : unescapeText(rawText);
  if (SPAN_ROLES.has(kind)) return { text: '', as: 'text' };
  if (name.startsWith('http:') && HTTP_METHODS.has(kind)) return { text: `${kind.toUpperCase()} ${text}`, as: 'code' };
  if (kind === 'samp') return { text: text.replaceAll(/(?<!\\)[{}]/g, ''), as: 'code' };
  if (kind === 'code' || kind === 'literal') return { text, as: 'code' };
  const style = ROLE_STYLES.get(kind);
  if (style) return { text: kind === 'guilabel' ? text.replaceAll(/&(?=\S)/g, '') : text, as: style };

  const { title, target } = parseTitleAndTarget(rawText, !TITLED_ROLES.has(kind));
  switch (kind) {
    case 'ref':
    case 'numref':
      return resolveLabel(title, target, scope);
    case 'doc':
      return scope.resolve
        ? resolveOnSite('doc', title, target, scope.resolve)
        : { text: title ?? target, as: 'text', url: getDocumentPath(target) };
    case 'term':
      if (scope.resolve) return resolveOnSite('term', title ?? target, target, scope.resolve);
      break;
    case 'download':
      return { text: title ?? target, as: 'text', url: target };
    case 'pep':
    case 'pep-reference':
      return linkStandard(title, target, 'PEP', (number) => `https://peps.python.org/pep-${number.padStart(4, '0')}/`);
    case 'rfc':
    case 'rfc-reference':
      return linkStandard(title, target, 'RFC', (number) => `https://datatracker.ietf.org/doc/html/rfc${number}`);
    case 'menuselection':
      return { text: text.replaceAll('-->', '→'), as: 'text' };
  }
  const externalLink = scope.definitions.externalLinks.get(name);
  if (externalLink) {
    const url = externalLink.url.replace('%s', () => target);
    return { text: title ?? (externalLink.caption.replace('%s', () => target) || url), as: 'text', url };
  }
  // A number without the name of the role, such as `issue`, is not informative.
  if (!CODE_ROLES.has(kind) && title === undefined && /^\d+$/.test(target))
    return { text: `${kind} ${target}`, as: 'text' };
  // If the target is a URL and has a title, the result is a link. Other targets are names on an unknown page.
  const url = /^https?:\/\//.test(target) && title !== undefined ? { url: target } : {};
  if (!CODE_ROLES.has(kind)) return { text: title ?? target.replace(/^!/, ''), as: 'text', ...url };
  return { text: title ?? getDisplayName(target, kind), as: 'code', ...url };
}

/** Returns the last part of a dotted name after `~`; `!` only suppresses the link. */
function getDisplayName(target: string, kind: string): string {
  const name = target.startsWith('!') ? target.slice(1) : target;
  const lastName = name.startsWith('~') ? name.slice(Math.max(name.lastIndexOf('.'), 0) + 1) : name;
  const shortName = PYTHON_ROLES.has(kind) && lastName.startsWith('.') ? lastName.slice(1) : lastName;
  return CALLABLE_ROLES.has(kind) && !shortName.endsWith(')') && shortName !== '' ? `${shortName}()` : shortName;
}

function resolveLabel(
  title: string | undefined,
  target: string,
  { definitions, titles, resolve }: RoleScope,
): InterpretedText {
  const url = resolveTarget(target, definitions);
  const linkTitle = title ?? titles.get(normalizeName(target));
  // A role names a label, not an external target of the same name.
  if (url !== undefined && !url.startsWith('#') && resolve) {
    const labeled = resolve('label', target.replace(/^!/, ''));
    if (labeled.url !== undefined) return { text: linkTitle ?? labeled.title ?? target, as: 'text', url: labeled.url };
  }
  if (url === undefined && resolve) return resolveOnSite('label', linkTitle, target, resolve);
  return { text: linkTitle ?? getLabelWords(target), as: 'text', ...(url === undefined ? {} : { url }) };
}

/** Converts a reference to another document. A reference without text uses the title of the document. */
function resolveOnSite(
  kind: 'label' | 'doc' | 'term',
  title: string | undefined,
  target: string,
  resolve: NonNullable<InlineScope['resolve']>,
): InterpretedText {
  const resolved = resolve(kind, target.replace(/^!/, ''));
  const text = title ?? resolved.title ?? (kind === 'doc' ? target : getLabelWords(target));
  return { text, as: 'text', ...(resolved.url === undefined ? {} : { url: resolved.url }) };
}

/**
 * Returns the words of a label whose section is unknown. The label may start with the name of another project, as in `pip:Requirements Files`
 * (https://www.sphinx-doc.org/en/master/usage/extensions/intersphinx.html), or with a path (`autosectionlabel_prefix_document`).
 */
function getLabelWords(label: string): string {
  const name = label.replace(/^!/, '').replace(/^[\w./-]{1,100}:(?=[^\s:/])/, '');
  return name.replaceAll(/[-_]+/g, ' ').trim() || label;
}

function linkStandard(
  title: string | undefined,
  target: string,
  series: string,
  getUrl: (number: string) => string,
): InterpretedText {
  const [number = '', anchor] = target.split('#', 2);
  const text = title ?? `${series} ${number}`;
  if (!/^\d{1,6}$/.test(number)) return { text, as: 'text' };
  return { text, as: 'text', url: getUrl(number) + (anchor === undefined ? '' : `#${anchor}`) };
}
