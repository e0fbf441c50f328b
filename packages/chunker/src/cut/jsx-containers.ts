import type { Page } from '../page/page.ts';
import { endOf, HTML, kindOf, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';

/** Deepest nesting that is followed. */
const DEPTH = 50;
/** A tag, or the end of one. */
const TAG = /<(\/?)([A-Za-z][\w.-]{0,60})|\/>/y;

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
    for (let line = startOf(blocks, index); line < endOf(blocks, index); line += 1) {
      const end = lineEnd(lines, line);
      const at = firstText(text, lineStart(lines, line), end);
      TAG.lastIndex = at;
      const match = TAG.exec(text);
      if (!match) continue;
      const [, slash, name = ''] = match;
      if (slash === undefined) {
        open.pop();
        continue;
      }
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
