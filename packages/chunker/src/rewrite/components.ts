import { firstText, label, lineEnd } from '@context-sync/formats';
import { DIRECTIVE, endOf, HTML, kindOf, startOf } from '../scan/blocks.ts';
import { endsOnLine, restOfLine, type Tag, tagsIn } from '../scan/line-tags.ts';
import { componentLabel } from './component-label.ts';
import type { Container } from './directives.ts';
import type { Draft, Edit } from './edits.ts';

/** Deepest nesting that is followed. */
const DEPTH = 50;

interface Opened extends Tag {
  readonly block: number;
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
  const visit = (tag: Tag, block: number) => {
    // HTML's names begin with small letters.
    if (!/^[A-Z]/.test(tag.name)) return;
    const { at, name, line } = tag;
    const end = lineEnd(lines, line);
    const isBare = isAlone(lines.text, tag.nameEnd, end);
    if (!tag.closes) {
      const rest = restOfLine(lines, tag);
      const said = isBare ? (label(name) ?? '') : labelIn(name, rest.slice(tag.nameEnd - at));
      const bare = said === undefined ? undefined : { start: at, end, text: said };
      if ((bare || !endsOnLine(rest, name)) && open.length < DEPTH) open.push({ ...tag, block, bare });
      return;
    }
    const place = open.findLastIndex((each) => each.name === name);
    const opened = open[place];
    if (!opened) return;
    open.length = place;
    const { bare, block: first } = opened;
    if (!isBare || !bare) return;
    edits.push(bare, { start: at, end, text: '' });
    containers.push([opened.line, line + 1]);
    // A bold line of its own goes with what stands below it.
    if (bare.text !== '' && kindOf(blocks, first) === HTML && endOf(blocks, first) - startOf(blocks, first) === 1)
      blocks.kinds[first] = DIRECTIVE;
  };
  for (let block = blocks.kinds.indexOf(HTML); block >= 0; block = blocks.kinds.indexOf(HTML, block + 1))
    for (const tag of tagsIn(lines, blocks, block)) visit(tag, block);
  return edits;
}

/** Whether the tag has nothing but its name, and nothing else stands on its line. */
function isAlone(text: string, nameEnd: number, end: number): boolean {
  const close = firstText(text, nameEnd, end);
  return text.charCodeAt(close) === 0x3e && firstText(text, close + 1, end) === end;
}

/** What the tag says that ends with its line. */
function labelIn(name: string, props: string): string | undefined {
  return props.endsWith('>') && !props.endsWith('/>') ? componentLabel(name, props.slice(0, -1)) : undefined;
}
