import { findGraphemeBoundary } from '@context-sync/base';
import { formatLabel, getPlainText } from '@context-sync/formats';

/** Maximum length of a part name, in UTF-16 code units. */
const MAX_NAME_LENGTH = 40;
/** Marks of quotes, tables, headings and list items in front of a line's words. */
const MARKERS_PATTERN = /^(?:[\s>|#]|[*+-]\s|\d{1,9}[.)]\s)+/;
/** Matches characters that a name must not end in: punctuation and opening brackets or quotes. */
const TRAILING_PUNCTUATION = /[\s,.;:–—({[*_“‘|/\\<&=+-]+$|\s["']+$/;
/** Matches the mark of a fence, also in lists and quotes. */
const FENCE_MARK = /^[\s>]*(?:[*+-]\s+)?(`{3,}|~{3,})/;
/** Matches lines that do not describe the code that they precede, such as imports and comments. */
const CODE_PREAMBLE =
  /^[\s>]*(?:import|from|export|package|using|use|require|#include|include|'use |"use |<\?|<!|\/\/|\/\*|#!)/;
/** Matches the declaration of a function, a class or another named construct, and captures its name. */
const DECLARATION =
  /^[\s>]*(?:export\s+|default\s+|public\s+|private\s+|protected\s+|static\s+|abstract\s+|final\s+|async\s+|pub\s+)*(?:function\*?|class|interface|type|enum|struct|trait|def|fn|func|module|record|object)\s+([A-Za-z_$][\w$]*)/;
/** Matches the name of a file in the info string of a fence. */
const FILE_NAME = /(?:^|[\s"'[=])((?:[\w.@-]+\/)*[\w@-]+(?:\.[\w-]+)*\.[a-z]{1,5})(?=$|[\s"'\]])/;
/** Matches a line that contains only bold text. */
const BOLD_LINE = /^\*\*([^*]+)\*\*$/;
/** Maximum number of characters that are examined per line. */
const MAX_LINE_LENGTH = 200;
const MAX_LINES = 20;

/**
 * Derives the name of a part from its first words. If it contains only code, returns the name of the file or of the first declaration, or the first
 * line. Unlike a number, a name stays the same when an author inserts another part. Returns undefined if there are no words.
 */
export function createPartName(text: string): string | undefined {
  let textStart = 0;
  let fence = '';
  let label: string | undefined;
  let codeName: string | undefined;
  let codeWords: string | undefined;
  for (let count = 0; count < MAX_LINES && textStart < text.length; count += 1) {
    const newlineAt = text.indexOf('\n', textStart);
    const end = newlineAt < 0 ? text.length : newlineAt;
    const line = text.slice(textStart, Math.min(end, textStart + MAX_LINE_LENGTH));
    textStart = end + 1;
    const mark = FENCE_MARK.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      if (fence === '') codeName ??= FILE_NAME.exec(line)?.[1];
      fence = fence === '' ? mark : '';
      continue;
    }
    const words = getVisibleWords(line);
    // The label of a callout, such as "Note", does not describe its text.
    if (fence === '' && words !== undefined && label === undefined && isCalloutLabel(line)) label = words;
    else if (fence === '' && words !== undefined) return shorten(words);
    if (fence === '') continue;
    codeName ??= DECLARATION.exec(line)?.[1];
    if (words !== undefined && !CODE_PREAMBLE.test(line)) codeWords ??= words;
  }
  const name = label ?? codeName ?? codeWords;
  return name === undefined ? undefined : shorten(name);
}

function isCalloutLabel(line: string): boolean {
  const label = BOLD_LINE.exec(line.replace(MARKERS_PATTERN, '').trim())?.[1];
  return label !== undefined && formatLabel(label.toLowerCase().replaceAll(' ', '-')) !== undefined;
}

function shorten(words: string): string {
  return words.length <= MAX_NAME_LENGTH ? words.replace(TRAILING_PUNCTUATION, '') : `${truncateWords(words)}…`;
}

/** Returns the visible words of a line, without marks of lists, quotes and tables; undefined if the line has none. */
function getVisibleWords(line: string): string | undefined {
  const content = line.replace(MARKERS_PATTERN, '');
  if (/^(?:`{3}|~{3}|:{3})/.test(content)) return undefined;
  const words = getPlainText(content.includes('|') ? content.replaceAll('|', ' ') : content);
  // A line that contains only a tag, or the start of a long tag, has no name.
  if (content.startsWith('<') && words.startsWith('<')) return undefined;
  return /\p{L}{2}/u.test(words) ? words : undefined;
}

function truncateWords(text: string): string {
  const nameStart = text.slice(0, findGraphemeBoundary(text, MAX_NAME_LENGTH));
  const space = nameStart.lastIndexOf(' ');
  return (space > MAX_NAME_LENGTH / 2 ? nameStart.slice(0, space) : nameStart).replace(TRAILING_PUNCTUATION, '');
}
