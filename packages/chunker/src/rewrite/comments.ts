import { HEADING, kindOf } from '../scan/blocks.ts';
import { eachOutsideCode, type ScannedText, type TextEdit } from './edits.ts';

const INCLUDE = /^<!--\s*@include:\s*([^\s>]+)/;

/** A single word at the end of a heading is its id. */
const ID = /^\{\/\*\s*[\w:.-]+\s*\*\/\}[ \t]*(?:\n|$)/;
const MAX_ID_LENGTH = 300;

/** Removes comments: `<!-- -->`, and `{/* *\/}` of MDX. A comment that never ends is text. */
export function commentEdits(draft: ScannedText): TextEdit[] {
  const edits: TextEdit[] = [];
  const { text } = draft.lines;
  const ends = new Map<string, number>();
  /** Finds the end of the comment at `at`. If one comment has no end, no later one has either. */
  const endFrom = (mark: string, at: number): number => {
    const known = ends.get(mark) ?? 0;
    if (known < 0) return known;
    const found = known >= at ? known : text.indexOf(mark, at);
    ends.set(mark, found);
    return found;
  };
  eachOutsideCode(draft, '<!--', (_, at) => {
    const end = endFrom('-->', at + 2);
    if (end < 0) return text.length;
    const included = INCLUDE.exec(text.slice(at, Math.min(end, at + 500)))?.[1];
    edits.push({ start: at, end: end + 3, text: included ? `Included: [${included}](${included})` : '' });
    return end + 3;
  });
  eachOutsideCode(draft, '{/*', (block, at) => {
    if (kindOf(draft.blocks, block) === HEADING && ID.test(text.slice(at, at + MAX_ID_LENGTH))) return undefined;
    const end = endFrom('*/}', at + 3);
    if (end < 0) return text.length;
    edits.push({ start: at, end: end + 3, text: '' });
    return end + 3;
  });
  return edits;
}
