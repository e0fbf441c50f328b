import { type RstParseState, warn } from '../parse-state.ts';
import type { RstNode } from '../rst-node.ts';

/** Minimum length of a title adornment that cannot be text. */
export const MIN_ADORNMENT_LENGTH = 4;

/** Returns the punctuation mark that the line repeats; undefined if it contains anything else. */
export function findAdornment(line: string): string | undefined {
  const code = line.charCodeAt(0);
  if (!isPunctuation(code) || line.charCodeAt(line.length - 1) !== code) return undefined;
  for (let i = 1; i < line.length; i += 1) if (line.charCodeAt(i) !== code) return undefined;
  return line[0];
}

function isPunctuation(code: number): boolean {
  return (
    (code > 0x20 && code < 0x30) ||
    (code > 0x39 && code < 0x41) ||
    (code > 0x5a && code < 0x61) ||
    (code > 0x7a && code < 0x7f)
  );
}

/** Adds a title. Its level follows from the order in which the document's title styles first appear. */
export function addTitle(state: RstParseState, into: RstNode[], rst: string, style: string, line: number): void {
  if (!state.titles) {
    warn(state, line, 'A section title is inside another block, where it does not start a section');
    into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line });
    return;
  }
  let level = state.levels.get(style);
  if (level === undefined) {
    if (state.level < state.levels.size)
      warn(state, line, 'The title uses a new style where a previously used style is required');
    level = state.level + 1;
    state.levels.set(style, level);
  } else if (level > state.level + 1) warn(state, line, 'The title skips a level');
  state.level = level;
  into.push({ kind: 'heading', level: level + state.objectDepth, rst, labels: state.labels, line });
}
