import { getLineEnd, getLineStart } from '@context-sync/formats';
import { getEnd, getStart, HTML, makeFence } from '../scan/scanned-blocks.ts';
import type { ScannedText, TextEdit } from './text-edits.ts';

/** Maximum length of an element that is examined, in characters. */
const MAX_ELEMENT_LENGTH = 50_000;
const OPENING_PATTERN = /^ {0,3}<pre(?:\s[^<>]{0,500})?>(?:\s*<code(?:\s[^<>]{0,500})?>)?/i;
const CLOSING_PATTERN = /(?:<\/code>\s*)?<\/pre>\s*$/i;
const LANGUAGE_PATTERN = /\blanguage-([\w+#.-]{1,40})/;
/** Matches an MDX expression that computes the code. */
const EXPRESSION_PATTERN = /^\s*[{](?:`|[\w.]+[}]\s*$)/;
/** Matches a tag that colors code, or a character reference. */
const TAG_OR_CHARACTER = /<\/?[a-z][^<>]{0,500}>|&(?:#(\d{1,7})|#x([\da-f]{1,6})|(lt|gt|amp|quot|apos|nbsp));/gi;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

/** Turns code that is written as an HTML element, `<pre>code</pre>`, into a fenced code block. Removes the tags that color the code. */
export function createPreformattedEdits({ lines, blocks }: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let index = blocks.kinds.indexOf(HTML); index >= 0; index = blocks.kinds.indexOf(HTML, index + 1)) {
    const start = getLineStart(lines, getStart(blocks, index));
    const end = getLineEnd(lines, getEnd(blocks, index) - 1);
    if (end - start > MAX_ELEMENT_LENGTH) continue;
    const element = lines.text.slice(start, end);
    const opening = OPENING_PATTERN.exec(element)?.[0];
    const closing = opening === undefined ? undefined : CLOSING_PATTERN.exec(element)?.[0];
    if (opening === undefined || closing === undefined) continue;
    const code = element.slice(opening.length, -closing.length);
    if (code.trim() === '' || /<\/?pre\b/i.test(code) || EXPRESSION_PATTERN.test(code)) continue;
    const mark = '`'.repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
    const breakAfter = /^[ \t]*\n/.test(code) ? '' : '\n';
    const breakBefore = /\n[ \t]*$/.test(code) ? '' : '\n';
    const codeStart = start + opening.length;
    edits.push({ start, end: codeStart, text: mark + (LANGUAGE_PATTERN.exec(opening)?.[1] ?? '') + breakAfter });
    for (const match of code.matchAll(TAG_OR_CHARACTER)) {
      const offset = codeStart + match.index;
      edits.push({ start: offset, end: offset + match[0].length, text: getCharacter(match) });
    }
    edits.push({ start: end - closing.length, end, text: breakBefore + mark });
    makeFence(blocks, index);
  }
  return edits;
}

function getCharacter([whole, decimal, hexadecimal, name]: RegExpExecArray): string {
  if (name !== undefined) return CHARACTERS[name.toLowerCase()] ?? whole;
  if (decimal === undefined && hexadecimal === undefined) return '';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : whole;
}
