import type { Page } from '../page/page.ts';
import { endOf, HTML, kindOf, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { lineAt } from '../scan/html.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';

/** Deepest nesting that is followed. */
const DEPTH = 50;
/** A tag, or the end of one. */
const TAG = /<(\/?)([A-Za-z][\w.-]{0,60})|\/>/g;

/**
 * Elements of JSX or HTML that reach over several blocks, as lines: first, behind the last. Tags count where they begin a line; a mistake only
 * moves a cut.
 */
export function jsxContainers({ lines, blocks }: Page, from: number, to: number): (readonly [number, number])[] {
  const found: (readonly [number, number])[] = [];
  const open: { name: string; line: number }[] = [];
  const { text } = lines;
  for (let index = from; index < to; index += 1) {
    const kind = kindOf(blocks, index);
    if (kind !== HTML && (kind !== PARAGRAPH || open.length === 0)) continue;
    const start = lineStart(lines, startOf(blocks, index));
    let line = startOf(blocks, index);
    let known = -1;
    for (const match of text.slice(start, lineEnd(lines, endOf(blocks, index) - 1)).matchAll(TAG)) {
      const [, slash, name = ''] = match;
      const at = start + match.index;
      line = lineAt(lines, at, line);
      // Only the first tag of a line may be what it begins with.
      if (line === known) continue;
      known = line;
      if (firstText(text, lineStart(lines, line), at) < at) continue;
      if (slash === undefined) {
        open.pop();
        continue;
      }
      const end = lineEnd(lines, line);
      const own = text.slice(at, Math.min(end, at + 2_000)).trimEnd();
      if (slash === '' && !own.endsWith('/>') && !own.includes(`</${name}`)) {
        if (open.length < DEPTH) open.push({ name, line });
      } else if (slash === '/') {
        const place = open.findLastIndex((each) => each.name === name);
        if (place < 0) continue;
        found.push([open[place]?.line ?? line, line + 1]);
        open.length = place;
      }
    }
  }
  return found;
}
