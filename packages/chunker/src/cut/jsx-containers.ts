import type { Page } from '../page/page.ts';
import { endOf, HTML, kindOf, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';

/** Deepest nesting that is followed. */
const DEPTH = 50;
const TAG = /^<(\/?)([A-Za-z][\w.-]{0,60})/;

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
      const first = text.charCodeAt(at);
      if (first === 0x2f && text.charCodeAt(at + 1) === 0x3e) {
        open.pop();
        continue;
      }
      if (first !== 0x3c) continue;
      const [, slash, name = ''] = TAG.exec(text.slice(at, Math.min(end, at + 64))) ?? [];
      if (slash === undefined) continue;
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
