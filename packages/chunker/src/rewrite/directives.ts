import { firstText, label, lineAt, lineEnd, lineStart, textAttribute } from '@context-sync/formats';
import { eachOutsideCode, type ScannedText, type TextEdit } from './edits.ts';

/** Range of lines (end exclusive) that must stay together. */
export type Container = readonly [from: number, to: number];

/** Maximum nesting depth of directives. Deeper directives are ignored. */
const MAX_DEPTH = 50;

const OPENING = /^:{3,}[ \t]*([A-Za-z][\w-]*)?[ \t]*(?:\[(.{0,500})\])?[ \t]*(?:\{([^{}]{0,500})\})?[ \t]*(.{0,500})$/;
const CLASS = /^\s*\.?(?:callout-)?([A-Za-z][\w-]*)/;

/** Turns `:::tip[Title]` … `:::` into a bold line and the text below it. */
export function directiveEdits(draft: ScannedText, containers: Container[]): TextEdit[] {
  const edits: TextEdit[] = [];
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
    // Pandoc, Quarto and MyST write the name in braces: `::: {.callout-tip}`, `:::{note}`.
    const name = word ?? (attributes === '' ? undefined : (CLASS.exec(attributes)?.[1] ?? ''));
    if (name === undefined) {
      const from = open.pop();
      if (from !== undefined) containers.push([from, line + 1]);
      edits.push({ start: at, end, text: '' });
      return end;
    }
    if (open.length < MAX_DEPTH) open.push(line);
    edits.push({ start: at, end, text: label(name, title ?? textAttribute(attributes) ?? rest) ?? '' });
    return end;
  });
  return edits;
}
