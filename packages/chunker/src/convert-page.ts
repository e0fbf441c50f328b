import { getFormat, normalize } from '@context-sync/formats';
import type { Address, Site, Warning } from '@context-sync/reading';
import { type Document, getTooLongReason } from './chunk.ts';
import { createLinkResolver } from './item/resolve-links.ts';
import { readDocument } from './page/read-document.ts';
import { type PageHeading, writePage } from './page/write-page.ts';

export interface ConversionOptions {
  readonly address?: Address;
  /** Resolves the links of the page and the files that it includes. */
  readonly site?: Site;
  /** Whether to convert pages with `draft: true`. Default false. */
  readonly drafts?: boolean;
}

/** A whole document as GitHub Flavored Markdown. */
export interface ConvertedPage {
  readonly title: string;
  /** Title in the front matter, if it differs from the page heading. Site generators show this title in the navigation. */
  readonly label?: string;
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
 * Converts a whole document to Markdown in the same way as `chunk` converts the text of items. Headings whose ids differ from those that GitHub creates end in
 * `{#id}`.
 */
export function convertPage({ path, text }: Document, options: ConversionOptions = {}): ConvertedPage {
  const format = getFormat(path);
  const skip = (reason: string, warnings: readonly Warning[] = []): ConvertedPage => ({
    title: '',
    markdown: '',
    headings: [],
    skipped: reason,
    warnings,
  });
  if (!format) return skip('its format is not supported');
  const tooLong = getTooLongReason(path, text);
  if (tooLong !== undefined) return skip(tooLong);
  const { site, address = {}, drafts = false } = options;
  const resolver = createLinkResolver(path, text, address, site);
  const read = readDocument(format, path, normalize(text), resolver?.target, site, true);
  const { page, head, skipped, warnings } = read;
  if (skipped !== undefined) return skip(skipped, warnings);
  if (head.isLeftOut) return skip('its front matter sets "context: false"', warnings);
  if (head.isDraft && !drafts) return skip('it is a draft', warnings);
  const { title, markdown, headings } = writePage(page, head.end);
  return {
    title,
    ...(head.title === undefined || head.title === title ? {} : { label: head.title }),
    ...(head.description === undefined ? {} : { description: head.description }),
    markdown,
    headings,
    ...(head.public === undefined ? {} : { public: head.public }),
    warnings: [...warnings, ...(resolver?.warnings(read.expanded) ?? [])],
  };
}
