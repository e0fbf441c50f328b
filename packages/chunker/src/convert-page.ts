import {
  getFormat,
  getLineEnd,
  getLineStart,
  getPlainText,
  getSlug,
  normalize,
  numberSlug,
} from '@context-sync/formats';
import type { Address, Site, Warning } from '@context-sync/reading';
import { type Document, getTooLongReason } from './chunk.ts';
import { createLinkResolver } from './item/resolve-links.ts';
import { getText, type ParsedPage } from './page/markdown-page.ts';
import { readDocument } from './page/read-document.ts';
import { applyEdits, type TextEdit } from './rewrite/text-edits.ts';
import { getHeadingText } from './scan/heading-text.ts';
import { getEnd, getHeadingLevel, getStart, HEADING } from './scan/scanned-blocks.ts';

export interface ConversionOptions {
  readonly address?: Address;
  /** Resolves the links of the page and the files that it includes. */
  readonly site?: Site;
  /** Whether to convert pages with `draft: true`. Default false. */
  readonly drafts?: boolean;
}

/** A heading of a converted page. */
export interface PageHeading {
  /** Text without markup. */
  readonly text: string;
  /** Id of the heading: the one that the document sets, or that GitHub creates. */
  readonly id: string;
}

/** A whole document as GitHub Flavored Markdown. */
export interface ConvertedPage {
  readonly title: string;
  readonly description?: string;
  /** The text without the heading that is the title. Empty if the page is skipped. */
  readonly markdown: string;
  readonly headings: readonly PageHeading[];
  /** Value of `public` in the front matter; undefined if it is not set. */
  readonly public?: boolean;
  /** Reason why the document is intentionally not a page. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
}

/**
 * Converts a whole document to Markdown, as `chunk` does for its parts. Headings whose ids differ from those that GitHub creates end in `{#id}`.
 */
export function convertPage({ path, text }: Document, options: ConversionOptions = {}): ConvertedPage {
  const format = getFormat(path);
  const skip = (skipped: string, warnings: readonly Warning[] = []): ConvertedPage => ({
    title: '',
    markdown: '',
    headings: [],
    skipped,
    warnings,
  });
  if (!format) return skip('its format is not supported');
  const tooLong = getTooLongReason(path, text);
  if (tooLong !== undefined) return skip(tooLong);
  const { site, address = {}, drafts = false } = options;
  const resolver = createLinkResolver(path, text, address, site);
  const read = readDocument(format, path, normalize(text), resolver?.target, site);
  const { page, head, skipped, warnings } = read;
  if (skipped !== undefined) return skip(skipped, warnings);
  if (head.isLeftOut) return skip('its front matter sets "context: false"', warnings);
  if (head.isDraft && !drafts) return skip('it is a draft', warnings);
  const { markdown, headings } = writePage(page);
  return {
    title: page.title,
    ...(head.description === undefined ? {} : { description: head.description }),
    markdown,
    headings,
    ...(head.public === undefined ? {} : { public: head.public }),
    warnings: [...warnings, ...(resolver?.warnings(read.expanded) ?? [])],
  };
}

/** Writes the ids of headings, and leaves out the heading that is the title. */
function writePage(page: ParsedPage): { markdown: string; headings: PageHeading[] } {
  const { lines, blocks } = page;
  const edits: TextEdit[] = [];
  const headings: PageHeading[] = [];
  const slugs = new Map<string, number>();
  for (let index = blocks.kinds.indexOf(HEADING); index >= 0; index = blocks.kinds.indexOf(HEADING, index + 1)) {
    const heading = getHeadingText(page, index);
    const text = getPlainText(heading);
    const [start, end] = [getStart(blocks, index), getEnd(blocks, index)];
    if (index === page.heading && text === page.title) {
      edits.push({ start: getLineStart(lines, start), end: getLineEnd(lines, end - 1), text: '' });
      continue;
    }
    const own = page.ids.get(start);
    const slug = own === undefined ? numberSlug(getSlug(text), slugs) : getSlug(text);
    headings.push({ text, id: own ?? slug });
    if (own === undefined || own === slug) continue;
    const level = getHeadingLevel(blocks, index);
    edits.push({
      start: getLineStart(lines, start),
      end: getLineEnd(lines, end - 1),
      text: `${'#'.repeat(level)} ${heading} {#${own}}`,
    });
  }
  const written = { ...page, lines: applyEdits(lines, edits) };
  return { markdown: `${getText(written, 0, lines.count).trim()}\n`, headings };
}
