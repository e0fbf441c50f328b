import { writeInline } from './inline.ts';
import { createInlineWriter, type InlineWriter } from './inline-writer.ts';
import { createMarkdownLines, type MarkdownLines } from './markdown-lines.ts';
import type { Node } from './node.ts';

/** What is known while the blocks of a page are written. */
export interface Page {
  readonly out: MarkdownLines;
  /** Writes nodes as blocks. */
  readonly render: (nodes: readonly Node[]) => void;
  /** Level of the last heading; 0 before the first. */
  level: number;
  /** An anchor that a heading takes over if there are no more lines than these when it comes. */
  anchor: { readonly id: string; readonly until: number } | undefined;
  /** Level of the part of a programming interface whose description is being written. */
  reference: number | undefined;
  /** Destination of a link around blocks, which the first text in it takes over. */
  link: string | undefined;
  /** Whether what is written becomes a cell of a table, which is one line. */
  isInCell: boolean;
  /** Whether it becomes a part of another document, whose sections its headings must not begin. */
  readonly isPart: boolean;
}

/** A page to write to. `render` writes nodes as blocks to it. */
export function createPage(render: (page: Page, nodes: readonly Node[]) => void, isPart: boolean): Page {
  const page: Page = {
    out: createMarkdownLines(),
    render: (nodes) => render(page, nodes),
    level: 0,
    anchor: undefined,
    reference: undefined,
    link: undefined,
    isInCell: false,
    isPart,
  };
  return page;
}

/** Keeps the anchor for a heading that may follow, `blocks` of one line left out of account. */
export function setAnchor(page: Page, id: string | undefined, blocks = 0): void {
  if (id) page.anchor = { id, until: page.out.lines().length + 2 * blocks };
}

/** The anchor that a heading takes over if it comes next. */
export function anchorOf({ anchor, out }: Page): string | undefined {
  return anchor && anchor.until >= out.lines().length ? anchor.id : undefined;
}

/** Writes nodes as running text into a writer of their own; in a heading, links within the page are left out, as they lead to itself. */
export function inlineOf(page: Page, nodes: readonly Node[], isHeading = false): InlineWriter {
  const writer = createInlineWriter(isHeading);
  if (page.link !== undefined) writer.begin({ destination: page.link });
  writeInline(writer, nodes);
  return writer;
}

/** Writes nodes as one paragraph; says whether there was anything to write. */
export function writeParagraph(page: Page, nodes: readonly Node[]): boolean {
  const lines = inlineOf(page, nodes).lines(page.isInCell ? 'part of a cell' : 'lines');
  // Hard spaces alone are but layout.
  if (lines.every(({ text }) => text.trim() === '')) return false;
  page.link = undefined;
  page.out.block(lines);
  return true;
}

/** Writes nodes as a paragraph in bold type: a title of something that is no section. */
export function writeBold(page: Page, nodes: readonly Node[]): void {
  const writer = createInlineWriter();
  writer.begin('**');
  writeInline(writer, nodes);
  page.out.block(writer.lines(page.isInCell ? 'part of a cell' : 'lines'));
}
