import { firstText, isBlank, type Lines, lineEnd, lineStart, plainText, sliceLines } from '@context-sync/formats';
import { quoteEdits } from '../rewrite/alerts.ts';
import { anchorEdits } from '../rewrite/anchors.ts';
import { attributeEdits } from '../rewrite/attribute-lists.ts';
import { commentEdits } from '../rewrite/comments.ts';
import { componentEdits } from '../rewrite/components.ts';
import { type Container, directiveEdits } from '../rewrite/directives.ts';
import { applyEdits, type ScannedText } from '../rewrite/edits.ts';
import { embeddedDataEdits } from '../rewrite/embedded-data.ts';
import { expressionEdits } from '../rewrite/expressions.ts';
import { fileNameEdits } from '../rewrite/file-names.ts';
import { headingIds } from '../rewrite/heading-ids.ts';
import { htmlHeadingEdits, titleInHtml } from '../rewrite/html-headings.ts';
import { collectDefinitions, linkEdits, type ResolveLink } from '../rewrite/links.ts';
import { shortcodeEdits } from '../rewrite/shortcodes.ts';
import { snippetEdits } from '../rewrite/snippets.ts';
import { paddingEdits } from '../rewrite/table-padding.ts';
import {
  type Blocks,
  copyBlock,
  createBlocks,
  ESM,
  endOf,
  HEADING,
  HTML,
  kindOf,
  PARAGRAPH,
  startOf,
} from '../scan/blocks.ts';
import { headingText } from '../scan/heading-text.ts';
import { type Dialect, scan } from '../scan/scan.ts';
import { closeFences } from './close-fences.ts';
import { navigationBlocks } from './navigation.ts';
import type { ParsedPage } from './page.ts';
import { findPageHeading } from './page-heading.ts';
import { markTerms } from './terms.ts';

export interface ParseOptions extends Dialect {
  readonly path: string;
  /** Whether the Markdown was written by hand rather than converted from another format, in which HTML is rare. */
  readonly isHandwritten: boolean;
  /** First line after the front matter. */
  readonly from: number;
  /** Title from the front matter, which takes precedence over the first heading. */
  readonly title: string | undefined;
  /** Title of a page that has none. */
  readonly fallback: () => string;
  readonly target: ResolveLink | undefined;
  readonly wholeLevel: number | undefined;
  readonly resumed: ReadonlyMap<number, number> | undefined;
}

/** Parses Markdown into a page: scans its blocks and rewrites site generator syntax for readers. */
export function parsePage(source: Lines, options: ParseOptions): ParsedPage {
  const blocks = scan(source, options.from, options);
  const containers: Container[] = [];
  const hidden = new Set<number>();
  const closed = closeFences(source, blocks);
  let draft: ScannedText = { lines: applyEdits(closed, embeddedDataEdits({ lines: closed, blocks })), blocks };
  const readable = applyEdits(draft.lines, [
    ...(options.isHandwritten ? htmlHeadingEdits(draft) : []),
    ...commentEdits(draft),
    ...directiveEdits(draft, containers),
    ...shortcodeEdits(draft, containers, options.target !== undefined),
    ...quoteEdits(draft),
    ...anchorEdits(draft),
    ...componentEdits(draft, containers, options.mdx, hidden),
    ...(options.mdx ? expressionEdits(draft) : options.isHandwritten ? attributeEdits(draft) : []),
    ...fileNameEdits(draft),
    ...snippetEdits(draft),
  ]);
  const wasEdited = readable !== closed;
  draft = { lines: readable, blocks };
  const definitions = collectDefinitions(draft);
  const { ids, edits } = headingIds(draft);
  draft = {
    lines: applyEdits(readable, [
      ...definitions.edits,
      ...linkEdits(draft, definitions, options.target),
      ...paddingEdits(draft),
      ...edits,
    ]),
    blocks,
  };

  const { lines } = draft;
  const out = new Set([...definitions.blocks, ...hidden]);
  addInvisible(draft, wasEdited, out);
  markTerms(draft);
  const pageHeading = blocks.kinds.indexOf(HEADING);
  if (options.isHandwritten) for (const index of navigationBlocks(draft, pageHeading)) out.add(index);
  const kept = out.size > 0 ? withoutBlocks(blocks, out) : blocks;
  const own = findPageHeading({ lines, blocks: kept }, options.path, options.title);
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
    ...(options.resumed === undefined ? {} : { resumed: options.resumed }),
  };
}

/** Adds blocks without content for readers: scripts and the like, and blocks that rewriting has emptied. */
function addInvisible(draft: ScannedText, wasEdited: boolean, out: Set<number>): void {
  for (let index = 0; index < draft.blocks.kinds.length; index += 1)
    if (isForMachines(draft, index) || (wasEdited && isEmpty(draft, index))) out.add(index);
}

/** Returns whether the block is not for readers: ESM, scripts and styles, or a table-of-contents placeholder. */
function isForMachines({ lines, blocks }: ScannedText, index: number): boolean {
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
  // An unclosed element also contains the text below it.
  const last = sliceLines(lines, endOf(blocks, index) - 1, endOf(blocks, index)).trimEnd();
  return last.toLowerCase().endsWith(`</${name.toLowerCase()}>`);
}

function isEmpty({ lines, blocks }: ScannedText, index: number): boolean {
  for (let line = startOf(blocks, index); line < endOf(blocks, index); line += 1)
    if (!isBlank(lines, line)) return false;
  return true;
}

function withoutBlocks(blocks: Blocks, out: ReadonlySet<number>): Blocks {
  const kept = createBlocks();
  for (let index = 0; index < blocks.kinds.length; index += 1) if (!out.has(index)) copyBlock(kept, blocks, index);
  return kept;
}
