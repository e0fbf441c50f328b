import type { Block, List, ListItem } from '../blocks/block-types.ts';
import type { AsciidocLine } from '../source/source-line.ts';
import type { Output } from './block-output.ts';
import type { RenderState } from './render-state.ts';
import { renderText, toBold } from './render-text.ts';

/** Factory for the function that writes the blocks of one list item. */
type BlockWriter = (out: Output, state: RenderState) => (block: Block) => void;

/** Writes a list. `useOtherMarkers` selects different markers, for a list directly after another list. */
export function renderList(
  list: List,
  out: Output,
  state: RenderState,
  useOtherMarkers: boolean,
  blockWriter: BlockWriter,
): void {
  const isNumbered = list.style === 'number';
  const isLoose = list.items.some(({ blocks }) => blocks.some(({ kind }) => kind !== 'list'));
  let number = 0;
  list.items.forEach((item, index) => {
    if (isLoose && index > 0) out.blank();
    number = item.number ?? number + 1;
    const marker = isNumbered ? `${number}${useOtherMarkers ? ')' : '.'} ` : useOtherMarkers ? '* ' : '- ';
    if (index === 0) out.endMarker(item.from);
    out.within(marker, ' '.repeat(marker.length), item.from, () => renderItem(item, list, out, state, blockWriter));
  });
}

const CHECKBOX_PATTERN = /^\[([ x*])\][ \t]+(?=\S)/;

function renderItem(item: ListItem, { style }: List, out: Output, state: RenderState, blockWriter: BlockWriter): void {
  const start = style === 'description' ? renderTerms(item, state) : '';
  const [first, ...rest] = item.text;
  const check = style === 'bullet' && first ? CHECKBOX_PATTERN.exec(first.text) : null;
  if (first && check) {
    renderText(
      [{ ...first, text: first.text.slice(check[0].length) }, ...rest],
      out,
      state,
      `[${check[1] === ' ' ? ' ' : 'x'}] `,
    );
  } else if (first) renderText(item.text, out, state, start);
  else if (start !== '') out.line(start.trimEnd(), item.from);
  const write = blockWriter(out, state);
  item.blocks.forEach((block, index) => {
    if (index > 0 || block.kind !== 'list' || !canFollowText(block)) out.blank();
    write(block);
  });
}

/** Returns whether the list can directly follow text: Markdown requires a numbered list to start at 1. */
function canFollowText(list: List): boolean {
  return !list.title && (list.style !== 'number' || (list.items[0]?.number ?? 1) === 1);
}

function renderTerms({ terms, text, blocks }: ListItem, state: RenderState): string {
  const termText = terms.map((term: AsciidocLine) => toBold(state.inline.oneLine(term.text, term.from))).join(', ');
  if (text.length === 0 && blocks.length === 0) return termText;
  return /[:?](?:\*\*)?$/.test(termText) ? `${termText} ` : `${termText}: `;
}
