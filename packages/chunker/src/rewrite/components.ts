import { DIRECTIVE, endOf, HTML, kindOf, startOf } from '../scan/blocks.ts';
import { firstText, lineEnd, lineStart } from '../scan/lines.ts';
import { label } from './admonition.ts';
import { componentLabel } from './component-label.ts';
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
  /** What takes the place of the tag, if there is nothing else on its line and it says no more than that; otherwise undefined. */
  readonly bare: Edit | undefined;
}

/**
 * Takes out the tags of components that say nothing, as they have no props and stand alone on their lines: `<AppOnly>` … `</AppOnly>`. Those of
 * a box or a tab, such as `<Note>` and `<Tab title="npm">`, become its bold line. What stands between them belongs together all the same.
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
      if (slash === '') {
        const rest = text.slice(at, Math.min(end, at + LIMIT));
        const said = isBare ? (label(name) ?? '') : labelIn(name, rest.slice(tag.length));
        const bare = said === undefined ? undefined : { start: at, end, text: said };
        const endsHere = !bare && (rest.includes(`</${name}`) || rest.trimEnd().endsWith('/>'));
        if (!endsHere && open.length < DEPTH) open.push({ name, block, line, bare });
        continue;
      }
      const place = open.findLastIndex((each) => each.name === name);
      const opened = open[place];
      if (!opened) continue;
      open.length = place;
      const { bare, block: first } = opened;
      if (!isBare || !bare) continue;
      edits.push(bare, { start: at, end, text: '' });
      containers.push([opened.line, line + 1]);
      // A bold line of its own goes with what stands below it.
      if (bare.text !== '' && kindOf(blocks, first) === HTML && endOf(blocks, first) - startOf(blocks, first) === 1)
        blocks.kinds[first] = DIRECTIVE;
    }
  }
  return edits;
}

/** What the tag says that ends with its line. */
function labelIn(name: string, rest: string): string | undefined {
  const props = rest.trimEnd();
  return props.endsWith('>') && !props.endsWith('/>') ? componentLabel(name, props.slice(0, -1)) : undefined;
}
