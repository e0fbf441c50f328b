import { parseAttributeList } from '../source/attribute-list.ts';
import { isWord } from './characters.ts';
import { codeSpan, destination, escapeText } from './escape.ts';
import { formatted } from './formats.ts';
import { imageMarkdown } from './image.ts';
import { crossReference, linked, linkedAddress } from './links.ts';
import type { Found, Part, Scan } from './scan.ts';

/** Maximum length of a macro's target, which may contain spaces. */
const TARGET_LIMIT = 500;
const NAME_LIMIT = 12;

/** Reads the macro or bare URL whose name ends at the colon. Text before `from` has already been read. */
export function macroAt(scan: Scan, colon: number, from: number, part: Part): Found | undefined {
  const { text } = scan;
  const footnoted = FOOTNOTE.exec(text.slice(Math.max(from, part.start, colon - NAME_LIMIT), colon))?.[0].length;
  const start = footnoted ? colon - footnoted : nameStart(text, colon, Math.max(from, part.start));
  if (start === colon || (!footnoted && start > part.start && isWord(text[start - 1]))) return undefined;
  const name = text.slice(start, colon);
  if (ADDRESSES.has(name)) return addressAt(scan, start, colon, part);
  const read = part.mode.code && name !== 'link' && name !== 'xref' ? undefined : MACROS.get(name);
  if (!read || text[colon + 1] === ':') return undefined;
  const bracket = name === 'link' || name === 'mailto' ? scan.stop(colon + 1) : scan.search('[', colon + 1);
  if (bracket < 0 || text[bracket] !== '[') return undefined;
  if (bracket - colon > TARGET_LIMIT && name !== 'link') return undefined;
  const close = closingBracket(scan, bracket);
  if (close < 0 || close >= part.end) return undefined;
  const target = text.slice(colon + 1, bracket);
  if (!fits(target, TARGET.get(name))) return undefined;
  const markdown = read(scan, { target: scan.held.restore(target), from: bracket + 1, to: close, start, part });
  return { start, end: close + 1, markdown };
}

/** A footnote directly follows its word. */
const FOOTNOTE = /footnote(?:ref)?$/;

interface Macro {
  readonly target: string;
  /** Range of the text in the brackets. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly part: Part;
}

const ADDRESSES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'irc']);

/** Macros whose target is in the brackets. */
const TARGET: ReadonlyMap<string, 'none' | 'either'> = new Map([
  ['footnote', 'either'],
  ['footnoteref', 'none'],
  ['kbd', 'none'],
  ['btn', 'none'],
  ['indexterm', 'none'],
  ['indexterm2', 'none'],
]);

function fits(target: string, where: 'none' | 'either' | undefined): boolean {
  if (target === '') return where !== undefined;
  return where !== 'none' && !target.includes('\n') && !/^\s/.test(target);
}

const MACROS: ReadonlyMap<string, (scan: Scan, macro: Macro) => string> = new Map([
  ['link', link],
  ['mailto', (scan: Scan, macro: Macro) => link(scan, { ...macro, target: `mailto:${macro.target}` })],
  ['xref', (scan: Scan, macro: Macro) => crossReference(scan, macro.target, macro, macro.part.mode)],
  ['image', image],
  ['icon', icon],
  ['footnote', footnote],
  ['footnoteref', footnote],
  ['kbd', (scan: Scan, { from, to }: Macro) => shown(scan, scan.text.slice(from, to))],
  ['btn', button],
  ['menu', menu],
  ['indexterm', () => ''],
  ['indexterm2', (scan: Scan, { from, to, part }: Macro) => inner(scan, from, to, part)],
  ['anchor', () => ''],
  // Macros of the Spring documentation.
  ['javadoc', (scan: Scan, { target }: Macro) => codeOf(scan, target)],
  ['configprop', (scan: Scan, { target }: Macro) => codeOf(scan, target)],
]);

function nameStart(text: string, colon: number, least: number): number {
  let start = colon;
  while (start > least && colon - start < NAME_LIMIT && /[a-z0-9]/.test(text[start - 1] ?? '')) start -= 1;
  return start;
}

function closingBracket(scan: Scan, bracket: number): number {
  return scan.brackets.get(bracket) ?? scan.bracket(bracket);
}

function inner(scan: Scan, from: number, to: number, { mode }: Part): string {
  return scan.read(from, to, { ...mode, depth: mode.depth + 1 });
}

function codeOf(scan: Scan, text: string): string {
  return scan.plain ? text : codeSpan(text);
}

/** Returns text without parsing marks in it. */
function shown(scan: Scan, text: string): string {
  const restored = scan.held.restore(text).replaceAll('\\]', ']');
  return scan.plain ? restored : escapeText(restored);
}

/** Reads a URL, either bare or with its text in brackets. */
function addressAt(scan: Scan, start: number, colon: number, part: Part): Found | undefined {
  const { text } = scan;
  if (!text.startsWith('//', colon + 1)) return undefined;
  let end = Math.min(scan.stop(colon + 3), part.end);
  if (end < colon + 4) return undefined;
  if (text[end] === '[' && end < part.end) {
    const close = closingBracket(scan, end);
    if (close >= 0 && close < part.end) {
      const url = scan.held.restore(text.slice(start, end));
      return { start, end: close + 1, markdown: linked(scan, url, { from: end + 1, to: close }, part.mode) };
    }
  }
  if (part.mode.code) return undefined;
  const url = text.slice(start, end);
  end = start + withoutPunctuation(url).length;
  return { start, end, markdown: linkedAddress(scan, scan.held.restore(text.slice(start, end)), part.mode) };
}

/** Removes the punctuation at the end of a bare URL, which belongs to the sentence. */
function withoutPunctuation(url: string): string {
  const strip = url.includes('(') ? '.,;:!?"\'`*_' : '.,;:!?"\'`*_)';
  let end = url.length;
  while (end > 0 && strip.includes(url[end - 1] ?? ' ')) end -= 1;
  return url.slice(0, end);
}

function link(scan: Scan, { target, from, to, part }: Macro): string {
  return linked(scan, target, { from, to }, part.mode);
}

function image(scan: Scan, { target, from, to, part }: Macro): string {
  const attributes = parseAttributeList(scan.held.restore(scan.text.slice(from, to)).replaceAll('\n', ' '));
  const folder = scan.document.attributes.get('imagesdir', scan.line) ?? '';
  const found = imageMarkdown(target, attributes, folder);
  if (scan.plain) return found.alt;
  return found.link === '' || part.mode.label ? found.markdown : `[${found.markdown}](${destination(found.link)})`;
}

/** Returns the alternative text of an icon, or its name. */
function icon(scan: Scan, { target, from, to }: Macro): string {
  const attributes = parseAttributeList(scan.text.slice(from, to));
  return shown(scan, attributes.named.get('alt') ?? attributes.named.get('title') ?? target);
}

/** Renders a footnote in place of its mark, because items have no footer. */
function footnote(scan: Scan, { target, from, to, start, part }: Macro): string {
  const { footnotes, spend } = scan.document;
  if (scan.plain) return '';
  let text = inner(scan, from, to, part);
  let id = target;
  if (scan.text.startsWith('footnoteref', start)) {
    const comma = text.indexOf(',');
    id = comma < 0 ? text : text.slice(0, comma);
    text = comma < 0 ? '' : text.slice(comma + 1);
  }
  if (id !== '') {
    if (text !== '') footnotes.set(id, text.replaceAll('\n', ' '));
    else text = footnotes.get(id) ?? '';
    if (!spend(text.length)) return '';
  }
  if (text === '') return '';
  const before = scan.text[start - 1];
  return `${before === undefined || before === ' ' || before === '\n' ? '' : ' '}(${text})`;
}

function button(scan: Scan, { from, to, start }: Macro): string {
  const text = shown(scan, scan.text.slice(from, to));
  return scan.plain ? text : formatted('*', text, scan.text[start - 1] ?? '', scan.text[to + 1] ?? '');
}

function menu(scan: Scan, { target, from, to }: Macro): string {
  const items = scan.text.slice(from, to).split(/[>,]/);
  const path = [target, ...items].map((item) => item.trim()).filter((item) => item !== '');
  return shown(scan, path.join(' > '));
}

const ANGLED = /<((?:https?|ftp|irc):\/\/[^\s<>]{1,2000}|[\w.+-]{1,100}@[\w.-]{1,200})>/y;

/** Reads a cross reference in double angle brackets, or a URL in single ones. */
export function angleAt(scan: Scan, at: number, part: Part): Found | undefined {
  const { text } = scan;
  if (text[at + 1] !== '<') {
    ANGLED.lastIndex = at;
    const address = part.mode.code ? null : ANGLED.exec(text);
    if (!address || ANGLED.lastIndex > part.end) return undefined;
    const url = scan.held.restore(address[1] ?? '');
    const plain = scan.plain || part.mode.label;
    return { start: at, end: ANGLED.lastIndex, markdown: plain ? url : `<${url}>` };
  }
  const close = scan.search('>>', at + 2);
  if (close < 0 || close + 2 > part.end || close - at > 1_000 || !/[\p{L}\p{N}_#/.{\ufdd0]/u.test(text[at + 2] ?? '')) {
    return undefined;
  }
  const comma = text.slice(at + 2, close).indexOf(',');
  const target = text.slice(at + 2, comma < 0 ? close : at + 2 + comma);
  const from = comma < 0 ? close : at + 3 + comma;
  const id = scan.held.restore(target).replaceAll(/\s+/g, ' ').trim();
  return { start: at, end: close + 2, markdown: crossReference(scan, id, { from, to: close }, part.mode) };
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['(C)', '©'],
  ['(R)', '®'],
  ['(TM)', '™'],
]);

/** Reads an index term, visible in two parentheses and hidden in three, or a symbol such as `(C)`. */
export function parenthesisAt(scan: Scan, at: number, part: Part): Found | undefined {
  const { text } = scan;
  if (text[at + 1] !== '(') {
    const written = /^\([A-Z]{1,2}\)/.exec(text.slice(at, at + 4))?.[0] ?? '';
    const sign = SIGNS.get(written);
    return sign === undefined ? undefined : { start: at, end: at + written.length, markdown: sign };
  }
  if (text[at + 2] === '(') {
    const close = scan.search(')))', at + 3);
    if (close >= 0 && close + 3 <= part.end) return { start: at, end: close + 3, markdown: '' };
  }
  const close = scan.search('))', at + 2);
  if (close <= at + 2 || close + 2 > part.end || close - at > 300) return undefined;
  return { start: at, end: close + 2, markdown: inner(scan, at + 2, close, part) };
}
