import { DIRECTIVE, endOf, HTML, kindOf, startOf } from '../scan/blocks.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';
import { label } from './admonition.ts';
import type { Container } from './directives.ts';
import type { Draft, Edit } from './edits.ts';

/** Deepest nesting that is followed. */
const DEPTH = 50;
/** Longest line that is looked at for a tag that ends what it begins. */
const LIMIT = 2_000;
/** HTML's names begin with small letters. */
const TAG = /<(\/?)([A-Z][\w.]{0,60})(>?)/y;

interface Opened {
  readonly name: string;
  readonly block: number;
  readonly line: number;
  /** Where the tag stands, if there is nothing else on its line and in it; otherwise undefined. */
  readonly bare: Edit | undefined;
}

/**
 * Takes out the tags of components that say nothing, as they have no props and stand alone on their lines: `<AppOnly>` … `</AppOnly>`. Those of
 * a box, such as `<Note>`, become its bold line. What stands between them belongs together all the same.
 */
export function componentEdits({ lines, blocks }: Draft, containers: Container[]): Edit[] {
  const edits: Edit[] = [];
  const open: Opened[] = [];
  const { text } = lines;
  for (let block = blocks.kinds.indexOf(HTML); block >= 0; block = blocks.kinds.indexOf(HTML, block + 1)) {
    // Only a tag that a line begins with counts.
    for (let line = startOf(blocks, block); line < endOf(blocks, block); line += 1) {
      const end = lineEnd(lines, line);
      const at = firstText(text, lineStart(lines, line), end);
      if (text.charCodeAt(at) !== 0x3c) continue;
      TAG.lastIndex = at;
      const match = TAG.exec(text);
      if (!match) continue;
      const [tag, slash, name = '', bracket] = match;
      const isBare = bracket === '>' && firstText(text, at + tag.length, end) === end;
      const bare = isBare ? { start: at, end: at + tag.length, text: '' } : undefined;
      if (slash === '') {
        const rest = text.slice(at, Math.min(end, at + LIMIT));
        const endsHere = !bare && (rest.includes(`</${name}`) || rest.trimEnd().endsWith('/>'));
        if (!endsHere && open.length < DEPTH) open.push({ name, block, line, bare });
        continue;
      }
      const place = open.findLastIndex((each) => each.name === name);
      const opened = open[place];
      if (!opened) continue;
      open.length = place;
      if (!bare || !opened.bare) continue;
      const box = label(name);
      edits.push({ ...opened.bare, text: box ?? '' }, bare);
      containers.push([opened.line, line + 1]);
      // A bold line of its own goes with what stands below it.
      const { block: first } = opened;
      if (box && kindOf(blocks, first) === HTML && endOf(blocks, first) - startOf(blocks, first) === 1)
        blocks.kinds[first] = DIRECTIVE;
    }
  }
  return edits;
}
