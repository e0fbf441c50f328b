import { findFirstText, getLineEnd, getLineStart, type Lines } from '@context-sync/formats';
import { getSetextLevel } from './line-patterns.ts';
import { canInterrupt } from './paragraph-interrupt.ts';

/** Matches a link reference definition: label, URL with or without angle brackets, title. URL and title may each start on a new line. */
const DEFINITION_PATTERN =
  /^ {0,3}\[(?!\^)([^\]\n]{1,300})\]:[ \t]*\n?[ \t]*(?:<([^<>\n]{0,2048})>|((?:\{\{[^{}\n]{0,200}\}\}|[^\s<>{]|\{(?!\{)){1,2048}))(?:(?:[ \t]+|[ \t]*\n[ \t]*)(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*(?=\n|$)/;
const MAX_LINES = 3;
const NOTE_PATTERN = /^\[\^[^\]\s]{1,300}\]:/;
/** Maximum length of a definition that is examined. */
const MAX_DEFINITION_LENGTH = 3_000;

export interface LinkDefinition {
  readonly label: string;
  readonly url: string;
  /** The line after the last line of the definition. */
  readonly end: number;
}

/** Returns the definition that starts at a line before `to`; undefined if no definition starts there. */
export function parseDefinition(lines: Lines, line: number, to: number): LinkDefinition | undefined {
  const offset = getLineStart(lines, line);
  const end = getLineEnd(lines, line);
  if (end - offset > MAX_DEFINITION_LENGTH || !lines.text.slice(offset, end).includes(']:')) return undefined;
  let lastLine = continuesParagraph(lines, line + 1, to) ? Math.min(line + MAX_LINES, to) : line + 1;
  while (lastLine > line + 1 && getLineEnd(lines, lastLine - 1) - offset > MAX_DEFINITION_LENGTH) lastLine -= 1;
  const [all, label, bracketed, plain] =
    DEFINITION_PATTERN.exec(lines.text.slice(offset, getLineEnd(lines, lastLine - 1))) ?? [];
  const url = bracketed ?? plain;
  if (all === undefined || label === undefined || url === undefined) return undefined;
  return { label, url, end: line + all.split('\n').length };
}

/** Returns the line after the definitions that start at `start`. Definitions are not part of a paragraph or heading. */
export function findEndOfDefinitions(lines: Lines, start: number): number {
  let line = start;
  for (
    let definition = parseDefinition(lines, line, lines.count);
    definition;
    definition = parseDefinition(lines, line, lines.count)
  )
    line = definition.end;
  return line;
}

/** Returns whether the line continues the paragraph above it. */
function continuesParagraph(lines: Lines, line: number, to: number): boolean {
  if (line >= to) return false;
  const end = getLineEnd(lines, line);
  const index = findFirstText(lines.text, getLineStart(lines, line), end);
  return index < end && getSetextLevel(lines.text, index, end) === 0 && !canInterrupt(lines.text, index, end, true);
}

/** Returns whether a footnote starts at the offset. A line of dashes below a footnote does not turn the footnote into a heading. */
export function isFootnote(text: string, index: number): boolean {
  return text.charCodeAt(index + 1) === 0x5e && NOTE_PATTERN.test(text.slice(index, index + MAX_DEFINITION_LENGTH));
}
