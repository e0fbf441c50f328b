import {
  findFirstText,
  getLineEnd,
  getLineStart,
  getPlainText,
  isBlank,
  type Lines,
  sliceLines,
} from '@context-sync/formats';
import { quoteEdits } from '../rewrite/alert-edits.ts';
import { createAnchorEdits } from '../rewrite/anchor-edits.ts';
import { createAttributeEdits } from '../rewrite/attribute-lists.ts';
import { createBadgeEdits } from '../rewrite/badge-edits.ts';
import { createCodeComponentEdits } from '../rewrite/code-component-edits.ts';
import { createCodeMarkEdits } from '../rewrite/code-marks.ts';
import { createCommentEdits } from '../rewrite/comment-edits.ts';
import { createComponentEdits } from '../rewrite/component-edits.ts';
import { type Container, createDirectiveEdits } from '../rewrite/directive-edits.ts';
import { createEmbeddedDataEdits } from '../rewrite/embedded-data.ts';
import { createExpressionEdits } from '../rewrite/expression-edits.ts';
import { createFileNameEdits } from '../rewrite/file-name-edits.ts';
import { findHeadingIds } from '../rewrite/heading-ids.ts';
import { createHtmlHeadingEdits, findHtmlTitle } from '../rewrite/html-headings.ts';
import { createHtmlTableEdits } from '../rewrite/html-table-edits.ts';
import { collectDefinitions, createLinkEdits, type ResolveLink } from '../rewrite/link-edits.ts';
import { createPreformattedEdits } from '../rewrite/preformatted-edits.ts';
import { createShortcodeEdits } from '../rewrite/shortcode-edits.ts';
import { createSnippetEdits } from '../rewrite/snippet-edits.ts';
import { createTabHeadingEdits } from '../rewrite/tab-headings.ts';
import { createPaddingEdits } from '../rewrite/table-padding.ts';
import { applyEdits, type ScannedText } from '../rewrite/text-edits.ts';
import { createThemedImageEdits } from '../rewrite/themed-images.ts';
import { getHeadingText } from '../scan/heading-text.ts';
import { type Dialect, scan } from '../scan/scan-blocks.ts';
import {
  type Blocks,
  copyBlock,
  createBlocks,
  ESM,
  FENCE,
  getEnd,
  getKind,
  getStart,
  HEADING,
  HTML,
  PARAGRAPH,
} from '../scan/scanned-blocks.ts';
import { closeFences } from './close-fences.ts';
import { findContentsBlocks } from './contents-blocks.ts';
import { markTerms } from './definition-terms.ts';
import { findGeneratedSections } from './generated-sections.ts';
import { separateEntries } from './list-entries.ts';
import type { ParsedPage } from './markdown-page.ts';
import { findNavigationBlocks } from './navigation-blocks.ts';
import { findPageHeading } from './page-heading.ts';

export interface ParseOptions extends Dialect {
  readonly path: string;
  /** Whether the Markdown was written by hand, not converted from another format. Converted Markdown rarely contains HTML. */
  readonly isHandwritten: boolean;
  /** First line after the front matter. */
  readonly from: number;
  /** Title from the front matter, which takes precedence over the first heading. */
  readonly title: string | undefined;
  /** Returns the title to use for a page without a title. */
  readonly fallback: () => string;
  readonly target: ResolveLink | undefined;
  /** Line ranges that earlier steps found, as in `ParsedPage`. */
  readonly containers: readonly Container[];
  /** Whether admonitions become GitHub alerts, for which the line ranges of all containers are needed, including short ones. */
  readonly alerts: boolean;
  readonly wholeLevel: number | undefined;
  readonly resumed: ReadonlyMap<number, number> | undefined;
}

/** Parses Markdown into a page: scans its blocks and rewrites site generator syntax for readers. */
export function parsePage(source: Lines, options: ParseOptions): ParsedPage {
  const blocks = scan(source, options.from, options);
  const containers: Container[] = [...options.containers];
  const hiddenBlocks = new Set<number>();
  const closedSource = closeFences(source, blocks);
  let draft: ScannedText = {
    lines: applyEdits(closedSource, createEmbeddedDataEdits({ lines: closedSource, blocks })),
    blocks,
  };
  const readableLines = applyEdits(draft.lines, [
    ...(options.isHandwritten ? createHtmlHeadingEdits(draft) : []),
    ...(options.isHandwritten ? createHtmlTableEdits(draft) : []),
    ...createPreformattedEdits(draft),
    ...(options.mdx ? createCodeComponentEdits(draft) : []),
    ...createThemedImageEdits(draft),
    ...createBadgeEdits(draft),
    ...createCommentEdits(draft),
    ...createDirectiveEdits(draft, containers),
    ...createShortcodeEdits(draft, containers, options.target !== undefined),
    ...quoteEdits(draft, options.alerts),
    // Pages of a portal contain the anchors of converted documents, because links point to them.
    ...(options.alerts && !options.isHandwritten ? [] : createAnchorEdits(draft)),
    ...createComponentEdits(draft, containers, options, hiddenBlocks),
    ...(options.mdx ? createExpressionEdits(draft) : options.isHandwritten ? createAttributeEdits(draft) : []),
    ...createFileNameEdits(draft),
    ...createSnippetEdits(draft),
    ...createTabHeadingEdits(draft),
    ...createCodeMarkEdits(draft),
  ]);
  const wasEdited = readableLines !== closedSource;
  draft = { lines: readableLines, blocks };
  const definitions = collectDefinitions(draft);
  const { ids, edits } = findHeadingIds(draft);
  draft = {
    lines: applyEdits(readableLines, [
      ...definitions.edits,
      ...createLinkEdits(draft, definitions, options.target),
      ...createPaddingEdits(draft),
      ...edits,
    ]),
    blocks,
  };

  const { lines } = draft;
  const removedBlocks = new Set([...definitions.blocks, ...hiddenBlocks]);
  addInvisible(draft, wasEdited, removedBlocks);
  if (options.mdx)
    for (const index of findGeneratedSections(blocks, closedSource, removedBlocks)) removedBlocks.add(index);
  markTerms(draft);
  const pageHeading = blocks.kinds.indexOf(HEADING);
  if (options.isHandwritten) for (const index of findNavigationBlocks(draft, pageHeading)) removedBlocks.add(index);
  for (const index of findContentsBlocks(draft, removedBlocks)) removedBlocks.add(index);
  const visibleBlocks = removedBlocks.size > 0 ? removeBlocks(blocks, removedBlocks) : blocks;
  const remainingBlocks = options.wholeLevel === undefined ? separateEntries(lines, visibleBlocks) : visibleBlocks;
  const ownHeading = findPageHeading({ lines, blocks: remainingBlocks }, options.path, options.title);
  const heading =
    ownHeading < 0
      ? findHtmlTitle({ lines, blocks: remainingBlocks })
      : getPlainText(getHeadingText({ lines, blocks: remainingBlocks }, ownHeading));
  return {
    lines,
    blocks: remainingBlocks,
    gaps: [...removedBlocks].sort((a, b) => a - b).flatMap((index) => [getStart(blocks, index), getEnd(blocks, index)]),
    containers,
    title: options.title ?? (heading || options.fallback()),
    heading: ownHeading,
    ids,
    wholeLevel: options.wholeLevel,
    ...(options.resumed === undefined ? {} : { resumed: options.resumed }),
  };
}

/** Adds the indices of blocks without content for readers: scripts and similar blocks, and blocks that rewriting has emptied. */
function addInvisible(draft: ScannedText, wasEdited: boolean, out: Set<number>): void {
  for (let index = 0; index < draft.blocks.kinds.length; index += 1)
    if (isForMachines(draft, index) || isEmptyCode(draft, index) || (wasEdited && isEmpty(draft, index)))
      out.add(index);
}

/** Returns whether the block is not for readers: MDX imports and exports, scripts, styles, or a table-of-contents placeholder. */
function isForMachines({ lines, blocks }: ScannedText, index: number): boolean {
  const kind = getKind(blocks, index);
  if (kind !== HTML && kind !== PARAGRAPH) return kind === ESM;
  const start = getStart(blocks, index);
  const startOffset = getLineStart(lines, start);
  const end = getLineEnd(lines, start);
  const position = findFirstText(lines.text, startOffset, end);
  const code = lines.text.charCodeAt(position);
  // A paragraph of no-break spaces only adds vertical space.
  if (code === 0x26)
    return (
      end === getLineEnd(lines, getEnd(blocks, index) - 1) && /^(?:&nbsp;\s*)+$/.test(lines.text.slice(position, end))
    );
  if (code === 0x5b) return end - position < 20 && /^\[?\[toc\]\]?\s*$/i.test(lines.text.slice(position, end));
  if (code !== 0x3c || kind !== HTML) return false;
  const name = /^<(script|style)[\s>]/i.exec(lines.text.slice(position, position + 10))?.[1];
  if (name === undefined) return false;
  // An unclosed element also contains the text below it.
  const lastLine = sliceLines(lines, getEnd(blocks, index) - 1, getEnd(blocks, index)).trimEnd();
  return lastLine.toLowerCase().endsWith(`</${name.toLowerCase()}>`);
}

/** Returns whether the block is a fence around blank lines. */
function isEmptyCode({ lines, blocks }: ScannedText, index: number): boolean {
  if (getKind(blocks, index) !== FENCE) return false;
  for (let line = getStart(blocks, index) + 1; line < getEnd(blocks, index) - 1; line += 1)
    if (!isBlank(lines, line)) return false;
  return /^\s*(`{3,}|~{3,})[^`\n]*\n\s*\1\s*$/.test(sliceLines(lines, getStart(blocks, index), getEnd(blocks, index)));
}

function isEmpty({ lines, blocks }: ScannedText, index: number): boolean {
  for (let line = getStart(blocks, index); line < getEnd(blocks, index); line += 1)
    if (!isBlank(lines, line)) return false;
  return true;
}

function removeBlocks(blocks: Blocks, out: ReadonlySet<number>): Blocks {
  const remainingBlocks = createBlocks();
  for (let index = 0; index < blocks.kinds.length; index += 1)
    if (!out.has(index)) copyBlock(remainingBlocks, blocks, index);
  return remainingBlocks;
}
