import type { Node } from './html-node.ts';
import { createInlineWriter, type InlineWriter } from './inline-writer.ts';
import { createMarkdownLines, type MarkdownLines } from './markdown-lines.ts';
import { writeInline } from './write-inline.ts';

/** State of the page while its blocks are written. */
export interface Page {
  readonly out: MarkdownLines;
  /** Writes HTML nodes as Markdown blocks to this page. */
  readonly render: (nodes: readonly Node[]) => void;
  /** Level of the last heading; 0 before the first heading. */
  level: number;
  /** Anchor for the next heading. The anchor is discarded if the output has more than `until` lines when the heading is written. */
  anchor: { readonly id: string; readonly until: number } | undefined;
  /** Heading level of the API entry whose description is being written. */
  apiLevel: number | undefined;
  /** Destination of a link around blocks. The first text in these blocks becomes the link text. */
  link: string | undefined;
  /** Whether the output becomes a table cell, which is limited to one line. */
  isInCell: boolean;
  /** Whether the output becomes part of another document, where its headings must not start sections. */
  readonly isFragment: boolean;
  /** Whether admonitions become GitHub alerts. */
  readonly alerts: boolean;
}

/** Creates a page to write to. `render` writes nodes to it as blocks. */
export function createPage(
  render: (page: Page, nodes: readonly Node[]) => void,
  isFragment: boolean,
  alerts: boolean,
): Page {
  const page: Page = {
    out: createMarkdownLines(),
    render: (nodes) => render(page, nodes),
    level: 0,
    anchor: undefined,
    apiLevel: undefined,
    link: undefined,
    isInCell: false,
    isFragment,
    alerts,
  };
  return page;
}

/** Stores an anchor for a heading that may follow. Up to `blocks` one-line blocks may be between the anchor and the heading. */
export function setAnchor(page: Page, id: string | undefined, blocks = 0): void {
  if (id) page.anchor = { id, until: page.out.lines().length + 2 * blocks };
}

/** Returns the anchor that applies to a heading at this point. */
export function getAnchor({ anchor, out }: Page): string | undefined {
  return anchor && anchor.until >= out.lines().length ? anchor.id : undefined;
}

/** Renders nodes as inline content. In a heading, omits links within the page, because they link to the heading itself. */
export function renderInline(page: Page, nodes: readonly Node[], isHeading = false): InlineWriter {
  const writer = createInlineWriter(isHeading);
  if (page.link !== undefined) writer.begin({ destination: page.link });
  writeInline(writer, nodes);
  return writer;
}

/** Writes nodes as one paragraph. Returns false if the nodes contain no text. */
export function writeParagraph(page: Page, nodes: readonly Node[]): boolean {
  const lines = renderInline(page, nodes).lines(page.isInCell ? 'part of a cell' : 'lines');
  // A paragraph of only non-breaking spaces is used for layout.
  if (lines.every(({ text }) => text.trim() === '')) return false;
  page.link = undefined;
  page.out.block(lines);
  return true;
}

/** Writes nodes as a bold paragraph, for the title of a block that is not a section. */
export function writeBold(page: Page, nodes: readonly Node[]): void {
  const writer = createInlineWriter();
  writer.begin('**');
  writeInline(writer, nodes);
  page.out.block(writer.lines(page.isInCell ? 'part of a cell' : 'lines'));
}
