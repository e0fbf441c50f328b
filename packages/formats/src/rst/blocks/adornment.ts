import type { Node } from '../node.ts';
import { type ParseState, warn } from '../parse-state.ts';

/** Shorter lines of punctuation may be text. */
export const SURE_ADORNMENT = 4;

/** The mark that a line of nothing but one ASCII punctuation mark repeats; undefined for any other line. */
export function adornment(line: string): string | undefined {
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

/** Adds a title. Its level is the place of its style among those of the document, in order of appearance. */
export function addTitle(state: ParseState, into: Node[], rst: string, style: string, line: number): void {
  if (!state.titles) {
    warn(state, line, 'A section title stands inside another block, where it opens no section');
    into.push({ kind: 'paragraph', text: [{ rst, strong: true }], line });
    return;
  }
  let level = state.levels.get(style);
  if (level === undefined) {
    if (state.level < state.levels.size)
      warn(state, line, 'The title has a style of its own, but stands where one of the styles before is due');
    level = state.level + 1;
    state.levels.set(style, level);
  } else if (level > state.level + 1) warn(state, line, 'The title skips a level');
  state.level = level;
  into.push({ kind: 'heading', level, rst, labels: state.labels, line });
}
