import { firstText, label, lineAt, lineEnd, lineStart, textAttribute } from '@context-sync/formats';
import { type Draft, type Edit, eachOutsideCode } from './edits.ts';

/** Lines from the first up to but without the second belong together. */
export type Container = readonly [from: number, to: number];

/** Deepest nesting that is followed. */
const DEPTH = 50;

const OPENING = /^:{3,}[ \t]*([A-Za-z][\w-]*)?[ \t]*(?:\[(.{0,500})\])?[ \t]*(?:\{([^{}]{0,500})\})?[ \t]*(.{0,500})$/;
const CLASS = /^\s*\.?(?:callout-)?([A-Za-z][\w-]*)/;

/** Turns `:::tip[Title]` … `:::` into a bold line and what stands below it. */
export function directiveEdits(draft: Draft, containers: Container[]): Edit[] {
  const edits: Edit[] = [];
  const { lines } = draft;
  const { text } = lines;
  const open: number[] = [];
  let line = 0;
  eachOutsideCode(draft, ':::', (_, at) => {
    line = lineAt(lines, at, line);
    const start = lineStart(lines, line);
    const end = lineEnd(lines, line);
    if (firstText(text, start, end) !== at) return end;
    const [, word, title, attributes = '', rest = ''] = OPENING.exec(text.slice(at, end).trimEnd()) ?? [];
    // Pandoc, Quarto and MyST give the name in braces: `::: {.callout-tip}`, `:::{note}`.
    const name = word ?? (attributes === '' ? undefined : (CLASS.exec(attributes)?.[1] ?? ''));
    if (name === undefined) {
      const from = open.pop();
      if (from !== undefined) containers.push([from, line + 1]);
      edits.push({ start: at, end, text: '' });
      return end;
    }
    if (open.length < DEPTH) open.push(line);
    edits.push({ start: at, end, text: label(name, title ?? textAttribute(attributes) ?? rest) ?? '' });
    return end;
  });
  return edits;
}
