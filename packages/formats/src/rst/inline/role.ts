import { addressOf, type Definitions, normalName } from '../definitions.ts';
import { documentPath, titleAndTarget } from './document-link.ts';
import { unescaped } from './unescaped.ts';

/** What a reader sees of interpreted text. */
export interface Shown {
  readonly text: string;
  readonly as: 'text' | 'code' | 'emphasis' | 'strong' | 'sub' | 'sup' | 'math';
  readonly url?: string;
}

/** Roles of the names of things in programs, which pages show as code; without their domain. */
const CODE = new Set(
  `any attr bash c class cli code command concept const cpp data dbapi decorator default directive dir enum enumerator envvar
   event exc exception expr file func function identifier interface js kbd keyword lib literal macro makevar member meth method mailheader mimetype
   mod module namespace newsgroup obj opcode option param prog program property py pyobject regexp role samp setting shell source sql struct
   template templatefilter templatetag token type union var variable`.split(/\s+/),
);
/** Names in Python, whose leading dot only says where they are looked for. */
const PYTHON = new Set(['attr', 'class', 'const', 'data', 'exc', 'func', 'meth', 'mod', 'obj']);
const CALLABLE = new Set(['func', 'function', 'meth', 'method']);
const STYLES: ReadonlyMap<string, Shown['as']> = new Map([
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
/** What a text is inside of its backticks, where escapes mean nothing. */
const VERBATIM = new Set(['code', 'literal', 'math', 'raw-html', 'samp']);
/** What takes a title right before its target, without a gap. */
const TITLED = new Set(['ref', 'numref', 'doc', 'download', 'term', 'pep', 'rfc']);
/** Marks of the cells of a table, which are no text. */
const SPANS = new Set(['cspan', 'rspan']);
const HTTP = new Set(['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace', 'connect', 'any', 'copy']);

/** Reads interpreted text. `titles` holds those of this page's sections by their labels. */
export function shown(role: string, raw: string, definitions: Definitions, titles: ReadonlyMap<string, string>): Shown {
  const name = role.toLowerCase();
  const kind = name.slice(name.lastIndexOf(':') + 1);
  const text = VERBATIM.has(kind) ? raw : unescaped(raw);
  if (SPANS.has(kind)) return { text: '', as: 'text' };
  if (name.startsWith('http:') && HTTP.has(kind)) return { text: `${kind.toUpperCase()} ${text}`, as: 'code' };
  if (kind === 'samp') return { text: text.replaceAll(/(?<!\\)[{}]/g, ''), as: 'code' };
  if (kind === 'code' || kind === 'literal') return { text, as: 'code' };
  const style = STYLES.get(kind);
  if (style) return { text: kind === 'guilabel' ? text.replaceAll(/&(?=\S)/g, '') : text, as: style };

  const { title, target } = titleAndTarget(raw, !TITLED.has(kind));
  switch (kind) {
    case 'ref':
    case 'numref':
      return reference(title, target, definitions, titles);
    case 'doc':
      return { text: title ?? target, as: 'text', url: documentPath(target) };
    case 'download':
      return { text: title ?? target, as: 'text', url: target };
    case 'pep':
    case 'pep-reference':
      return standard(title, target, 'PEP', (number) => `https://peps.python.org/pep-${number.padStart(4, '0')}/`);
    case 'rfc':
    case 'rfc-reference':
      return standard(title, target, 'RFC', (number) => `https://datatracker.ietf.org/doc/html/rfc${number}`);
    case 'menuselection':
      return { text: text.replaceAll('-->', '→'), as: 'text' };
  }
  // An address on the web leads somewhere; other targets are names on some page.
  const url = /^https?:\/\//.test(target) && title !== undefined ? { url: target } : {};
  if (!CODE.has(kind)) return { text: title ?? target.replace(/^!/, ''), as: 'text', ...url };
  return { text: title ?? nameOf(target, kind), as: 'code', ...url };
}

/** The last part of a dotted name behind `~`; a name behind `!` is only no link. */
function nameOf(target: string, kind: string): string {
  const name = target.startsWith('!') ? target.slice(1) : target;
  const last = name.startsWith('~') ? name.slice(Math.max(name.lastIndexOf('.'), 0) + 1) : name;
  const short = PYTHON.has(kind) && last.startsWith('.') ? last.slice(1) : last;
  return CALLABLE.has(kind) && !short.endsWith(')') && short !== '' ? `${short}()` : short;
}

function reference(
  title: string | undefined,
  target: string,
  definitions: Definitions,
  titles: ReadonlyMap<string, string>,
): Shown {
  const url = addressOf(target, definitions);
  const text = title ?? titles.get(normalName(target)) ?? target.replace(/^!/, '');
  return { text, as: 'text', ...(url === undefined ? {} : { url }) };
}

function standard(title: string | undefined, target: string, series: string, urlOf: (number: string) => string): Shown {
  const [number = '', anchor] = target.split('#', 2);
  const text = title ?? `${series} ${number}`;
  if (!/^\d{1,6}$/.test(number)) return { text, as: 'text' };
  return { text, as: 'text', url: urlOf(number) + (anchor === undefined ? '' : `#${anchor}`) };
}
