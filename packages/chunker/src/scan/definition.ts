import { firstText, type Lines, lineEnd, lineStart } from '@context-sync/formats';
import { interrupts } from './interrupt.ts';
import { setextLevel } from './line-patterns.ts';

/** A definition of a reference: its label, its address with or without brackets around it, its title. The last two may each begin a line. */
const DEFINITION =
  /^ {0,3}\[(?!\^)([^\]\n]{1,300})\]:[ \t]*\n?[ \t]*(?:<([^<>\n]{1,2048})>|([^\s<>]{1,2048}))(?:(?:[ \t]+|[ \t]*\n[ \t]*)(?:"[^"\n]*"|'[^'\n]*'|\([^)\n]*\)))?[ \t]*(?=\n|$)/;
const MOST_LINES = 3;
const NOTE = /^\[\^[^\]\s]{1,300}\]:/;
/** Longest definition that is looked at. */
const LIMIT = 3_000;

export interface Definition {
  readonly label: string;
  readonly url: string;
  /** The line behind its last. */
  readonly end: number;
}

/** The definition that begins at the line, before the line `to`; undefined where none does. */
export function definitionAt(lines: Lines, line: number, to: number): Definition | undefined {
  const from = lineStart(lines, line);
  const end = lineEnd(lines, line);
  if (end - from > LIMIT || !lines.text.slice(from, end).includes(']:')) return undefined;
  let last = goesOn(lines, line + 1, to) ? Math.min(line + MOST_LINES, to) : line + 1;
  while (last > line + 1 && lineEnd(lines, last - 1) - from > LIMIT) last -= 1;
  const [all, label, bracketed, plain] = DEFINITION.exec(lines.text.slice(from, lineEnd(lines, last - 1))) ?? [];
  const url = bracketed ?? plain;
  if (all === undefined || label === undefined || url === undefined) return undefined;
  return { label, url, end: line + all.split('\n').length };
}

/** The line after the definitions of references that begin at `start`; `start` where none does. They are no part of a paragraph or heading. */
export function endOfDefinitions(lines: Lines, start: number): number {
  let line = start;
  for (let found = definitionAt(lines, line, lines.count); found; found = definitionAt(lines, line, lines.count))
    line = found.end;
  return line;
}

/** Whether the line goes on with the paragraph above it. */
function goesOn(lines: Lines, line: number, to: number): boolean {
  if (line >= to) return false;
  const end = lineEnd(lines, line);
  const at = firstText(lines.text, lineStart(lines, line), end);
  return at < end && setextLevel(lines.text, at, end) === 0 && !interrupts(lines.text, at, end, true);
}

/** Whether a footnote begins there, which no underline makes a heading. */
export function isNote(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 0x5e && NOTE.test(text.slice(at, at + LIMIT));
}
