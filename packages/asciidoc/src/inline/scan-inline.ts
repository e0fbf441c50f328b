import { getElementAt } from '@context-sync/base';
import { escapeText, formatCodeSpan } from './escape-text.ts';
import { createFormats, formatMarkdown } from './inline-formats.ts';
import { readAngle, readMacro, readParenthesis } from './inline-macros.ts';
import type { InlineMatch, InlineMode, InlineScanner, InlineSetting, TextPart } from './inline-scanner.ts';
import { HARD_BREAK } from './protected-texts.ts';
import { readEscaped } from './read-escaped.ts';
import { isWord } from './special-characters.ts';
import { createSearch, createTextSearch } from './text-search.ts';

/** Maximum nesting depth. Deeper markup, which only generated documents contain, remains text. */
const MAX_DEPTH = 12;
const COMPATIBLE_SPECIAL = /[*_`#^~[<:\\\ufdd0+']|\((?=[(CRT])|-(?=-)/g;
const SPECIAL_CHARS = /[*_`#^~[<:\\\ufdd0]|["'](?=`)|\((?=[(CRT])|\+(?=\n|$)|-(?=-)/g;

export function scanInline(text: string, setting: InlineSetting): string {
  const stopPattern = /[\s[\]<>]/g;
  const scanner: InlineScanner = {
    ...setting,
    text,
    search: createTextSearch(text),
    stop: createSearch((from) => {
      stopPattern.lastIndex = from;
      return stopPattern.exec(text)?.index ?? text.length;
    }),
    bracket: createSearch((from) => {
      let offset = text.indexOf(']', from);
      while (offset > 0 && text[offset - 1] === '\\') offset = text.indexOf(']', offset + 1);
      return offset;
    }),
    formats: createFormats(text, setting.compatible),
    brackets: pairBrackets(text),
    removedBreaks: 0,
    read: (start, end, mode) => readPart(scanner, { start, end, mode }),
  };
  const markdown = scanner.read(0, text.length, { label: false, code: false, open: '', depth: 0 });
  return markdown + '\n'.repeat(scanner.removedBreaks);
}

function readPart(scanner: InlineScanner, part: TextPart): string {
  const { text } = scanner;
  const { start, end, mode } = part;
  const parts: string[] = [];
  let lastText = '';
  let textStart = start;
  const push = (markdown: string) => {
    if (markdown === '') return;
    // An exclamation mark before a link would turn it into an image.
    if (lastText === '!' && markdown.startsWith('[') && !scanner.plain)
      parts.push((parts.pop() ?? '').slice(0, -1), '\\!');
    parts.push(markdown);
    lastText = markdown.slice(-1);
  };
  const flush = (to: number) => {
    if (to > textStart) push(convertTextRun(scanner, textStart, to, lastText, to < end ? text.charAt(to) : '', mode));
    textStart = to;
  };
  const specialPattern = new RegExp(scanner.compatible ? COMPATIBLE_SPECIAL : SPECIAL_CHARS);
  specialPattern.lastIndex = start;
  for (let match = specialPattern.exec(text); match && match.index < end; match = specialPattern.exec(text)) {
    const removedBreaks = scanner.removedBreaks;
    const construct = mode.depth < MAX_DEPTH ? readConstruct(scanner, match.index, textStart, part) : undefined;
    if (!construct) continue;
    const lostBreak =
      countLineBreaks(text.slice(construct.start, construct.end)) -
      countLineBreaks(construct.markdown) -
      (scanner.removedBreaks - removedBreaks);
    flush(construct.start);
    push(construct.markdown);
    textStart = construct.end;
    specialPattern.lastIndex = construct.end;
    if (lostBreak > 0) scanner.removedBreaks += lostBreak;
  }
  flush(end);
  return parts.join('');
}

function readConstruct(scanner: InlineScanner, offset: number, from: number, part: TextPart): InlineMatch | undefined {
  switch (scanner.text[offset]) {
    case ':':
      return readMacro(scanner, offset, from, part);
    case '<':
      return readAngle(scanner, offset, part);
    case '\\':
      return readEscaped(scanner, offset, part);
    default:
  }
  if (part.mode.code) return undefined;
  switch (scanner.text[offset]) {
    case '\ufdd0':
      return readToken(scanner, offset);
    case '[':
      return readAnchorOrRole(scanner, offset, part);
    case '(':
      return readParenthesis(scanner, offset, part);
    case '+':
      return readHardBreak(scanner, offset, from, part) ?? readFormat(scanner, offset, offset, part);
    case '-':
      return readDash(scanner, offset, part);
    default:
      return readFormat(scanner, offset, offset, part);
  }
}

/** Converts text without marks: escapes it, or formats it as code. Inserts removed line breaks at its first space. */
function convertTextRun(
  scanner: InlineScanner,
  from: number,
  to: number,
  before: string,
  after: string,
  mode: InlineMode,
): string {
  let run = scanner.text.slice(from, to);
  if (mode.code) {
    const code = scanner.protectedTexts.restore(run);
    scanner.removedBreaks += countLineBreaks(run);
    return scanner.plain ? code : formatCodeSpan(code.replaceAll('\n', ' '));
  }
  if (scanner.plain) return run;
  if (scanner.removedBreaks > 0) {
    run = run.replace(/[ \n]/, (space) => {
      const pendingBreaks = '\n'.repeat(scanner.removedBreaks);
      scanner.removedBreaks = 0;
      return space === '\n' ? `${pendingBreaks}\n` : pendingBreaks;
    });
  }
  return escapeText(run, before, after, mode.label);
}

function readToken(scanner: InlineScanner, offset: number): InlineMatch | undefined {
  const token = scanner.protectedTexts.readToken(scanner.text, offset);
  if (!token) return undefined;
  const { kind, text } = token.content;
  const getMatch = (markdown: string): InlineMatch => ({ start: offset, end: token.end, markdown });
  if (scanner.plain) return getMatch(kind === 'raw' ? text.replaceAll(/<[^<>]{0,300}>/g, '') : text);
  // HTML is passed through; other text would be parsed as Markdown.
  if (kind === 'raw' && /[<&]/.test(text)) return getMatch(text);
  if (kind === 'text' || kind === 'raw')
    return getMatch(escapeText(text, scanner.text[offset - 1], scanner.text[token.end], true));
  if (kind === 'math') return getMatch(`$${text}$`);
  scanner.removedBreaks += countLineBreaks(text);
  return getMatch(formatCodeSpan(text.replaceAll('\n', ' ')));
}

/** Reads `[[id]]`, the bibliography entry `[[[entry]]]`, or `[role]` before formatted text. */
function readAnchorOrRole(scanner: InlineScanner, offset: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  const closeIndex = scanner.brackets.get(offset);
  if (closeIndex === undefined || closeIndex >= part.end || closeIndex - offset > 500) return undefined;
  if (text[offset + 1] === '[' && scanner.brackets.get(offset + 1) === closeIndex - 1) {
    if (text[offset + 2] === '[' && scanner.brackets.get(offset + 2) === closeIndex - 2) {
      const entry = text.slice(offset + 3, closeIndex - 2).split(',', 2);
      const label = `[${(entry[1] ?? entry[0] ?? '').trim()}]`;
      return {
        start: offset,
        end: closeIndex + 1,
        markdown: scanner.plain ? label : escapeText(label, '', '', part.mode.label),
      };
    }
    const id = text.slice(offset + 2, closeIndex - 1);
    return /^[\p{L}_:][^\n]*$/u.test(id) ? { start: offset, end: closeIndex + 1, markdown: '' } : undefined;
  }
  const markdown =
    isWord(text[offset - 1]) && text[closeIndex + 1] !== text[closeIndex + 2]
      ? undefined
      : readFormat(scanner, closeIndex + 1, offset, part);
  if (!markdown) return undefined;
  const isStruckThrough = text[closeIndex + 1] === '#' && text.slice(offset + 1, closeIndex).includes('line-through');
  return isStruckThrough && !scanner.plain ? { ...markdown, markdown: `~~${markdown.markdown}~~` } : markdown;
}

/** Reads formatted text whose marks begin at `offset`, and which includes the text from `start`. */
function readFormat(scanner: InlineScanner, offset: number, start: number, part: TextPart): InlineMatch | undefined {
  const { text } = scanner;
  const { mode } = part;
  const format = scanner.formats(offset, part, mode.open);
  if (!format) return text.startsWith("`'", offset) ? { start, end: offset + 2, markdown: '’' } : undefined;
  const getMatch = (markdown: string): InlineMatch => ({ start, end: format.end, markdown });
  if (format.kind === '`') return getMatch(convertCode(scanner, format.from, format.to, mode));
  const openKey = `${mode.open}${format.kind}`;
  const content = scanner.read(format.from, format.to, { ...mode, open: openKey, depth: mode.depth + 1 });
  if (scanner.plain)
    return getMatch(
      format.kind === '"' || format.kind === "'" ? formatMarkdown(format.kind, content, '', '') : content,
    );
  return getMatch(
    formatMarkdown(format.kind, content, start > part.start ? text.charAt(start - 1) : '', text.charAt(format.end)),
  );
}

const LINK_IN_CODE = /(?:\b(?:link|xref|https?):[^\s[\]]{1,300}\[|<<[^\s<>])/;
const MARKED_CODE = /^([*_])([^*_`\ufdd0]{1,300})\1$/;

function convertCode(scanner: InlineScanner, from: number, to: number, mode: InlineMode): string {
  const text = scanner.text.slice(from, to);
  if (!mode.label && text.length < 5_000 && LINK_IN_CODE.test(text))
    return scanner.read(from, to, { ...mode, code: true, depth: mode.depth + 1 });
  const markedCode = MARKED_CODE.exec(text);
  const restoredText = scanner.protectedTexts
    .restore(markedCode?.[2] ?? text)
    .replaceAll(/\\(?=https?:|link:|<<)/g, '');
  if (scanner.plain) return restoredText;
  scanner.removedBreaks += countLineBreaks(restoredText);
  const span = formatCodeSpan(restoredText.replaceAll('\n', ' '));
  return markedCode ? formatMarkdown(getElementAt(markedCode, 1), span, '', '') : span;
}

/** Reads a plus sign after a space at the end of a line. */
function readHardBreak(scanner: InlineScanner, offset: number, from: number, part: TextPart): InlineMatch | undefined {
  const charBefore = scanner.text[offset - 1];
  const charAfter = scanner.text[offset + 1] ?? '\n';
  if (offset <= part.start || charAfter !== '\n' || (charBefore !== ' ' && charBefore !== '\t')) return undefined;
  return { start: Math.max(from, offset - 1), end: offset + 1, markdown: scanner.plain ? '' : HARD_BREAK };
}

/** Converts two hyphens between spaces to a dash. */
function readDash(scanner: InlineScanner, offset: number, part: TextPart): InlineMatch | undefined {
  const charBefore = offset > part.start ? scanner.text[offset - 1] : '\n';
  const charAfter = offset + 2 < part.end ? scanner.text[offset + 2] : '\n';
  const isBetweenSpaces = (charBefore === ' ' || charBefore === '\n') && (charAfter === ' ' || charAfter === '\n');
  return isBetweenSpaces ? { start: offset, end: offset + 2, markdown: '—' } : undefined;
}

function countLineBreaks(text: string): number {
  let count = 0;
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1)) count += 1;
  return count;
}

/** Returns pairs of matching brackets; escaped brackets are text. */
function pairBrackets(text: string): Map<number, number> {
  const pairs = new Map<number, number>();
  if (!text.includes('[')) return pairs;
  const openBrackets: number[] = [];
  const brackets = /[[\]]/g;
  for (let match = brackets.exec(text); match; match = brackets.exec(text)) {
    const offset = match.index;
    if (text[offset - 1] === '\\') continue;
    if (match[0] === '[') openBrackets.push(offset);
    else {
      const start = openBrackets.pop();
      if (start !== undefined) pairs.set(start, offset);
    }
  }
  return pairs;
}
