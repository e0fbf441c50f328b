import { firstText, isBlank, type Lines, lineEnd, lineStart, plainText, sliceLines } from '@context-sync/formats';
import { quoteEdits } from '../rewrite/alerts.ts';
import { anchorEdits } from '../rewrite/anchors.ts';
import { commentEdits } from '../rewrite/comments.ts';
import { componentEdits } from '../rewrite/components.ts';
import { type Container, directiveEdits } from '../rewrite/directives.ts';
import { applied, type Draft } from '../rewrite/edits.ts';
import { fileNameEdits } from '../rewrite/file-names.ts';
import { headingIds } from '../rewrite/heading-ids.ts';
import { htmlHeadingEdits, titleInHtml } from '../rewrite/html-headings.ts';
import { definitionsOf, linkEdits, type Target } from '../rewrite/links.ts';
import { shortcodeEdits } from '../rewrite/shortcodes.ts';
import { snippetEdits } from '../rewrite/snippets.ts';
import { paddingEdits } from '../rewrite/table-padding.ts';
import { type Blocks, copyBlock, createBlocks, ESM, endOf, HTML, kindOf, PARAGRAPH, startOf } from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';
import { type Dialect, scan } from '../scan/scan.ts';
import { closed } from './close-fences.ts';
import type { Page } from './page.ts';
import { ownHeading } from './page-heading.ts';

export interface ParseOptions extends Dialect {
  readonly path: string;
  /** Whether it is Markdown as somebody wrote it, and not made of another format, where HTML is an exception. */
  readonly isWritten: boolean;
  /** First line behind the front matter. */
  readonly from: number;
  /** Title that the page has outside of its text, before its first heading. */
  readonly title: string | undefined;
  /** Title of a page that has none. */
  readonly fallback: () => string;
  readonly target: Target | undefined;
  readonly wholeLevel: number | undefined;
}

/** Reads Markdown into a page: finds its blocks, and turns what was written for a site generator into what a reader needs. */
export function parse(source: Lines, options: ParseOptions): Page {
  const blocks = scan(source, options.from, options);
  const containers: Container[] = [];
  let draft: Draft = { lines: closed(source, blocks), blocks };
  const readable = applied(draft.lines, [
    ...(options.isWritten ? htmlHeadingEdits(draft) : []),
    ...commentEdits(draft),
    ...directiveEdits(draft, containers),
    ...shortcodeEdits(draft, containers),
    ...quoteEdits(draft),
    ...anchorEdits(draft),
    ...componentEdits(draft, containers),
    ...fileNameEdits(draft),
    ...snippetEdits(draft),
  ]);
  const wasEdited = readable !== draft.lines;
  draft = { lines: readable, blocks };
  const definitions = definitionsOf(draft);
  const { ids, edits } = headingIds(draft);
  draft = {
    lines: applied(readable, [...linkEdits(draft, definitions, options.target), ...paddingEdits(draft), ...edits]),
    blocks,
  };

  const { lines } = draft;
  const out = new Set(definitions.blocks);
  addUnread(draft, wasEdited, out);
  const kept = out.size > 0 ? without(blocks, out) : blocks;
  const own = ownHeading({ lines, blocks: kept }, options.path);
  const heading = own < 0 ? titleInHtml({ lines, blocks: kept }) : plainText(headingText({ lines, blocks: kept }, own));
  return {
    lines,
    blocks: kept,
    gaps: [...out].sort((a, b) => a - b).flatMap((index) => [startOf(blocks, index), endOf(blocks, index)]),
    containers,
    title: options.title ?? (heading || options.fallback()),
    heading: own,
    ids,
    wholeLevel: options.wholeLevel,
  };
}

/** Adds the blocks that nobody reads: those for machines, and those that rewriting has left nothing of. */
function addUnread(draft: Draft, wasEdited: boolean, out: Set<number>): void {
  for (let index = 0; index < draft.blocks.kinds.length; index += 1)
    if (isForMachines(draft, index) || (wasEdited && isEmpty(draft, index))) out.add(index);
}

/** Whether the block says nothing to a reader: ESM, scripts and styles, or the place for a table of contents. */
function isForMachines({ lines, blocks }: Draft, index: number): boolean {
  const kind = kindOf(blocks, index);
  if (kind !== HTML && kind !== PARAGRAPH) return kind === ESM;
  const start = startOf(blocks, index);
  const from = lineStart(lines, start);
  const end = lineEnd(lines, start);
  const at = firstText(lines.text, from, end);
  const code = lines.text.charCodeAt(at);
  if (code === 0x5b) return end - at < 20 && /^\[?\[toc\]\]?\s*$/i.test(lines.text.slice(at, end));
  if (code !== 0x3c || kind !== HTML) return false;
  const name = /^<(script|style)[\s>]/i.exec(lines.text.slice(at, at + 10))?.[1];
  if (name === undefined) return false;
  // One that never ends has taken the text below it as well.
  const last = sliceLines(lines, endOf(blocks, index) - 1, endOf(blocks, index)).trimEnd();
  return last.toLowerCase().endsWith(`</${name.toLowerCase()}>`);
}

function isEmpty({ lines, blocks }: Draft, index: number): boolean {
  for (let line = startOf(blocks, index); line < endOf(blocks, index); line += 1)
    if (!isBlank(lines, line)) return false;
  return true;
}

function without(blocks: Blocks, out: ReadonlySet<number>): Blocks {
  const kept = createBlocks();
  for (let index = 0; index < blocks.kinds.length; index += 1) if (!out.has(index)) copyBlock(kept, blocks, index);
  return kept;
}
