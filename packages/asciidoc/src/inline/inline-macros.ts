import { getElementAt } from '@context-sync/base';
import { parseAttributeList } from '../source/attribute-list.ts';
import { encodeDestination, escapeText, formatCodeSpan } from './escape-text.ts';
import { formatMarkdown } from './inline-formats.ts';
import { formatImage } from './inline-image.ts';
import { convertCrossReference, renderBareUrl, renderLink } from './inline-links.ts';
import type { InlineMatch, InlineScanner, TextPart } from './inline-scanner.ts';
import { isWord } from './special-characters.ts';

/** Maximum length of a macro's target, which may contain spaces. */
const MAX_TARGET_CHARS = 500;
const MAX_NAME_CHARS = 12;

/** Reads the macro or bare URL whose name ends at the colon. Text before `from` has already been read. */
export function readMacro(
  scanner: InlineScanner,
  colon: number,
  from: number,
  part: TextPart,
): InlineMatch | undefined {
  const { text } = scanner;
  const footnoteMatch = FOOTNOTE_PATTERN.exec(
    text.slice(Math.max(from, part.start, colon - MAX_NAME_CHARS), colon),
  )?.[0].length;
  const start = footnoteMatch ? colon - footnoteMatch : findNameStart(text, colon, Math.max(from, part.start));
  if (start === colon || (!footnoteMatch && start > part.start && isWord(text[start - 1]))) return undefined;
  const name = text.slice(start, colon);
  if (ADDRESSES.has(name)) return readUrl(scanner, start, colon, part);
  const readTarget = part.mode.code && name !== 'link' && name !== 'xref' ? undefined : getMacro(name);
  if (!readTarget || text[colon + 1] === ':') return undefined;
  const bracket = name === 'link' || name === 'mailto' ? scanner.stop(colon + 1) : scanner.search('[', colon + 1);
  if (bracket < 0 || text[bracket] !== '[') return undefined;
  if (bracket - colon > MAX_TARGET_CHARS && name !== 'link') return undefined;
  const closeIndex = findClosingBracket(scanner, bracket);
  if (closeIndex < 0 || closeIndex >= part.end) return undefined;
  const target = text.slice(colon + 1, bracket);
  if (!isValidTarget(target, TARGET.get(name))) return undefined;
  const isKnown = MACROS.has(name) || (QUALIFIED_NAME.test(target) && !/[.@/-]/.test(text.charAt(start - 1)));
  if (!isKnown) return undefined;
  const markdown = readTarget(scanner, {
    target: scanner.protectedTexts.restore(target),
    from: bracket + 1,
    to: closeIndex,
    start,
    part,
  });
  return { start, end: closeIndex + 1, markdown };
}

/** Matches the name of a footnote macro, which may directly follow a word. */
const FOOTNOTE_PATTERN = /footnote(?:ref)?$/;

interface Macro {
  readonly target: string;
  /** Range of the text in the brackets. */
  readonly from: number;
  readonly to: number;
  readonly start: number;
  readonly part: TextPart;
}

const ADDRESSES: ReadonlySet<string> = new Set(['http', 'https', 'ftp', 'irc']);

/** Macros that need no target before the brackets. `none` means that a target is not allowed, `either` that it is optional. */
const TARGET: ReadonlyMap<string, 'none' | 'either'> = new Map([
  ['footnote', 'either'],
  ['footnoteref', 'none'],
  ['kbd', 'none'],
  ['btn', 'none'],
  ['indexterm', 'none'],
  ['indexterm2', 'none'],
]);

function isValidTarget(target: string, where: 'none' | 'either' | undefined): boolean {
  if (target === '') return where !== undefined;
  return where !== 'none' && !target.includes('\n') && !/^\s/.test(target);
}

const MACROS: ReadonlyMap<string, (scanner: InlineScanner, macro: Macro) => string> = new Map([
  ['link', convertLink],
  [
    'mailto',
    (scanner: InlineScanner, macro: Macro) => convertLink(scanner, { ...macro, target: `mailto:${macro.target}` }),
  ],
  [
    'xref',
    (scanner: InlineScanner, macro: Macro) => convertCrossReference(scanner, macro.target, macro, macro.part.mode),
  ],
  ['image', renderImage],
  ['icon', renderIcon],
  ['footnote', renderFootnote],
  ['footnoteref', renderFootnote],
  ['kbd', (scanner: InlineScanner, { from, to }: Macro) => renderLiteral(scanner, scanner.text.slice(from, to))],
  ['btn', renderButton],
  ['menu', renderMenu],
  ['indexterm', () => ''],
  ['indexterm2', (scanner: InlineScanner, { from, to, part }: Macro) => renderInner(scanner, from, to, part)],
  ['anchor', () => ''],
  // The Spring documentation defines the following macros.
  ['javadoc', (scanner: InlineScanner, { target }: Macro) => renderCode(scanner, target)],
  ['configprop', (scanner: InlineScanner, { target }: Macro) => renderCode(scanner, target)],
]);

/** Matches the target of macros that extensions define for objects of code, such as `jdk:java.util.List[Lists]`. */
const QUALIFIED_NAME = /^[\w$]+(?:\.[\w$]+)+(?:#[\w$(),.]+)?$/;

function getMacro(name: string): ((scanner: InlineScanner, macro: Macro) => string) | undefined {
  return MACROS.get(name) ?? (/^[a-z][a-z\d]+$/.test(name) ? renderObject : undefined);
}

function findNameStart(text: string, colon: number, least: number): number {
  let start = colon;
  while (start > least && colon - start < MAX_NAME_CHARS && /[a-z0-9]/.test(text.charAt(start - 1))) start -= 1;
  return start;
}

function findClosingBracket(scanner: InlineScanner, bracket: number): number {
  return scanner.brackets.get(bracket) ?? scanner.bracket(bracket);
}

function renderInner(scanner: InlineScanner, from: number, to: number, { mode }: TextPart): string {
  return scanner.read(from, to, { ...mode, depth: mode.depth + 1 });
}

/** Returns the text of a macro for an object of code, or the name of the object if there is no text. */
function renderObject(scanner: InlineScanner, { target, from, to, part }: Macro): string {
  return from === to ? renderCode(scanner, target) : renderInner(scanner, from, to, part);
}

function renderCode(scanner: InlineScanner, text: string): string {
  return scanner.plain ? text : formatCodeSpan(text);
}

/** Returns literal text: marks in the text are not parsed. */
function renderLiteral(scanner: InlineScanner, text: string): string {
  const restoredText = scanner.protectedTexts.restore(text).replaceAll('\\]', ']');
  return scanner.plain ? restoredText : escapeText(restoredText);
}

/** Reads a URL, either bare or with its text in brackets. */
function readUrl(scanner: InlineScanner, start: number, colon: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  if (!text.startsWith('//', colon + 1)) return undefined;
  let end = Math.min(scanner.stop(colon + 3), part.end);
  if (end < colon + 4) return undefined;
  if (text[end] === '[' && end < part.end) {
    const closeIndex = findClosingBracket(scanner, end);
    if (closeIndex >= 0 && closeIndex < part.end) {
      const url = scanner.protectedTexts.restore(text.slice(start, end));
      return {
        start,
        end: closeIndex + 1,
        markdown: renderLink(scanner, url, { from: end + 1, to: closeIndex }, part.mode),
      };
    }
  }
  if (part.mode.code) return undefined;
  const url = text.slice(start, end);
  end = start + trimPunctuation(url).length;
  return {
    start,
    end,
    markdown: renderBareUrl(scanner, scanner.protectedTexts.restore(text.slice(start, end)), part.mode),
  };
}

/** Removes the punctuation at the end of a bare URL, because the punctuation belongs to the sentence. */
function trimPunctuation(url: string): string {
  const strip = url.includes('(') ? '.,;:!?"\'`*_' : '.,;:!?"\'`*_)';
  let end = url.length;
  while (end > 0 && strip.includes(url[end - 1] ?? ' ')) end -= 1;
  return url.slice(0, end);
}

function convertLink(scanner: InlineScanner, { target, from, to, part }: Macro): string {
  return renderLink(scanner, target, { from, to }, part.mode);
}

function renderImage(scanner: InlineScanner, { target, from, to, part }: Macro): string {
  const attributes = parseAttributeList(
    scanner.protectedTexts.restore(scanner.text.slice(from, to)).replaceAll('\n', ' '),
  );
  const folder = scanner.document.attributes.get('imagesdir', scanner.line) ?? '';
  const markdown = formatImage(target, attributes, folder);
  if (scanner.plain) return markdown.alt;
  return markdown.link === '' || part.mode.label
    ? markdown.markdown
    : `[${markdown.markdown}](${encodeDestination(markdown.link)})`;
}

/** Returns the alternative text of an icon, or its name. */
function renderIcon(scanner: InlineScanner, { target, from, to }: Macro): string {
  const attributes = parseAttributeList(scanner.text.slice(from, to));
  return renderLiteral(scanner, attributes.named.get('alt') ?? attributes.named.get('title') ?? target);
}

/** Renders the text of a footnote at its reference, because context items have no footer. */
function renderFootnote(scanner: InlineScanner, { target, from, to, start, part }: Macro): string {
  const { footnotes, spend } = scanner.document;
  if (scanner.plain) return '';
  let text = renderInner(scanner, from, to, part);
  let id = target;
  if (scanner.text.startsWith('footnoteref', start)) {
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
  const charBefore = scanner.text[start - 1];
  return `${charBefore === undefined || charBefore === ' ' || charBefore === '\n' ? '' : ' '}(${text})`;
}

function renderButton(scanner: InlineScanner, { from, to, start }: Macro): string {
  const text = renderLiteral(scanner, scanner.text.slice(from, to));
  return scanner.plain ? text : formatMarkdown('*', text, scanner.text.charAt(start - 1), scanner.text.charAt(to + 1));
}

function renderMenu(scanner: InlineScanner, { target, from, to }: Macro): string {
  const items = scanner.text.slice(from, to).split(/[>,]/);
  const path = [target, ...items].map((item) => item.trim()).filter((item) => item !== '');
  return renderLiteral(scanner, path.join(' > '));
}

const ANGLED_PATTERN = /<((?:https?|ftp|irc):\/\/[^\s<>]{1,2000}|[\w.+-]{1,100}@[\w.-]{1,200})>/y;

/** Reads a cross reference in double angle brackets, or a URL in single angle brackets. */
export function readAngle(scanner: InlineScanner, offset: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  if (text[offset + 1] !== '<') {
    ANGLED_PATTERN.lastIndex = offset;
    const address = part.mode.code ? null : ANGLED_PATTERN.exec(text);
    if (!address || ANGLED_PATTERN.lastIndex > part.end) return undefined;
    const url = scanner.protectedTexts.restore(getElementAt(address, 1));
    const isPlain = scanner.plain || part.mode.label;
    return { start: offset, end: ANGLED_PATTERN.lastIndex, markdown: isPlain ? url : `<${url}>` };
  }
  const closeIndex = scanner.search('>>', offset + 2);
  if (
    closeIndex < 0 ||
    closeIndex + 2 > part.end ||
    closeIndex - offset > 1_000 ||
    !/[\p{L}\p{N}_#/.{\ufdd0]/u.test(text.charAt(offset + 2))
  ) {
    return undefined;
  }
  const comma = text.slice(offset + 2, closeIndex).indexOf(',');
  const target = text.slice(offset + 2, comma < 0 ? closeIndex : offset + 2 + comma);
  const labelStart = comma < 0 ? closeIndex : offset + 3 + comma;
  const id = scanner.protectedTexts.restore(target).replaceAll(/\s+/g, ' ').trim();
  return {
    start: offset,
    end: closeIndex + 2,
    markdown: convertCrossReference(scanner, id, { from: labelStart, to: closeIndex }, part.mode),
  };
}

const SIGN_REPLACEMENTS: ReadonlyMap<string, string> = new Map([
  ['(C)', '©'],
  ['(R)', '®'],
  ['(TM)', '™'],
]);

/** Reads an index term, visible in two parentheses and hidden in three, or a symbol such as `(C)`. */
export function readParenthesis(scanner: InlineScanner, offset: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  if (text[offset + 1] !== '(') {
    const signText = /^\([A-Z]{1,2}\)/.exec(text.slice(offset, offset + 4))?.[0] ?? '';
    const sign = SIGN_REPLACEMENTS.get(signText);
    return sign === undefined ? undefined : { start: offset, end: offset + signText.length, markdown: sign };
  }
  if (text[offset + 2] === '(') {
    const tripleClose = scanner.search(')))', offset + 3);
    if (tripleClose >= 0 && tripleClose + 3 <= part.end) return { start: offset, end: tripleClose + 3, markdown: '' };
  }
  const doubleClose = scanner.search('))', offset + 2);
  if (doubleClose <= offset + 2 || doubleClose + 2 > part.end || doubleClose - offset > 300) return undefined;
  return { start: offset, end: doubleClose + 2, markdown: renderInner(scanner, offset + 2, doubleClose, part) };
}
