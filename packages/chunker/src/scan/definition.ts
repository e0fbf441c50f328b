import { type Lines, lineEnd, lineStart } from './lines.ts';

/** A definition of a reference on one line: its label, and its address with or without brackets around it. */
export const DEFINITION =
  /^ {0,3}\[(?!\^)([^\]]{1,300})\]:[ \t]*(?:<([^<>]{1,2048})>|([^\s<>]{1,2048}))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^)]*\)))?[ \t]*$/;
const NOTE = /^\[\^[^\]\s]{1,300}\]:/;
const LIMIT = 3_000;

/** The line after the definitions of references that begin at `start`; `start` where none does. They are no part of a paragraph or heading. */
export function endOfDefinitions(lines: Lines, start: number): number {
  let line = start;
  while (line < lines.count && isDefinition(lines, line)) line += 1;
  return line;
}

function isDefinition(lines: Lines, line: number): boolean {
  const from = lineStart(lines, line);
  const to = lineEnd(lines, line);
  if (to - from > LIMIT) return false;
  const text = lines.text.slice(from, to);
  return text.includes(']:') && DEFINITION.test(text);
}

/** Whether a footnote begins there, which no underline makes a heading. */
export function isNote(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 0x5e && NOTE.test(text.slice(at, at + LIMIT));
}
