import type { Section } from '../document/section.ts';
import { lengthOf, pack, type Sizes } from './pack.ts';
import type { Piece } from './piece.ts';

/** Text for one or more items: a piece of a section, or neighbouring sections together. */
export interface Group {
  /** From the page down to the section that all of it stands under. */
  readonly path: readonly Section[];
  /** The sections that the text consists of, where it is more than one whole section side by side. */
  readonly members: readonly Section[];
  readonly pieces: readonly Piece[];
}

/**
 * Decides what goes together: a whole section where it fits the target; else its own text, then its children, small neighbours together.
 */
export function groups(lines: readonly string[], root: Section, sizes: Sizes): Group[] {
  return groupsUnder(lines, root, [], sizes);
}

function groupsUnder(lines: readonly string[], section: Section, above: readonly Section[], sizes: Sizes): Group[] {
  const path = [...above, section];
  const whole = wholePiece(lines, section);
  if (!whole) return [];
  if (section.children.length === 0 || whole.text.length <= sizes.target) {
    const pieces = whole.text.length <= sizes.target ? [whole] : pack(lines, section.blocks, sizes);
    return [{ path, members: [], pieces }];
  }
  const result: Group[] = [];
  if (section.blocks.length > 0) result.push({ path, members: [], pieces: pack(lines, section.blocks, sizes) });
  let run: { section: Section; piece: Piece }[] = [];
  let length = 0;
  const flush = () => {
    const [only] = run;
    if (run.length === 1 && only) result.push(...groupsUnder(lines, only.section, path, sizes));
    else if (only) result.push({ path, members: run.map((each) => each.section), pieces: [joined(lines, run)] });
    run = [];
    length = 0;
  };
  for (const child of section.children) {
    const piece = wholePiece(lines, child, true);
    if (!piece) continue;
    const above = run.at(-1)?.piece;
    let gap = above ? lengthOf(lines, { start: above.end, end: piece.start }) + 2 : 0;
    if (run.length > 0 && length + gap + piece.text.length > sizes.target) {
      flush();
      gap = 0;
    }
    run.push({ section: child, piece });
    length += gap + piece.text.length;
  }
  flush();
  return result;
}

/** All lines of a section, without its own heading (an item's first line says it) unless asked for; undefined where there are none. */
function wholePiece(lines: readonly string[], section: Section, withHeading = false): Piece | undefined {
  const last = lastLine(section);
  const first = section.blocks[0] ?? section.children[0]?.heading;
  const start = withHeading ? section.heading?.start : first?.start;
  if (start === undefined || last === undefined) return undefined;
  return { text: lines.slice(start, last).join('\n'), start, end: last };
}

/** The line after the last block of the section or of what is below it; headings without text under them do not count. */
function lastLine(section: Section): number | undefined {
  for (const child of section.children.toReversed()) {
    const last = lastLine(child);
    if (last !== undefined) return last;
  }
  return section.blocks.at(-1)?.end;
}

function joined(lines: readonly string[], run: readonly { piece: Piece }[]): Piece {
  const start = run[0]?.piece.start ?? 0;
  const end = run.at(-1)?.piece.end ?? start;
  return { text: lines.slice(start, end).join('\n'), start, end };
}
