import { MAX_CONTENT_CHARS } from '@context-sync/core/limits';
import { getFormat, hasAnchors, normalize } from '@context-sync/formats';
import type { Address, Site, Warning } from '@context-sync/reading';
import { addFootnotes } from './chunk/footnotes.ts';
import { groupSections } from './chunk/group-sections.ts';
import { MAX_BREADCRUMB_LENGTH } from './chunk/item-group.ts';
import { joinTinyGroups } from './chunk/join-tiny.ts';
import { addPageLead } from './chunk/page-lead.ts';
import { findLeftoverSyntax } from './item/leftover-syntax.ts';
import { type Item, makeItems } from './item/make-items.ts';
import { createLinkResolver, type FileLink } from './item/resolve-links.ts';
import { createPageUrl, createSectionUrl } from './item/source-url.ts';
import { convertBareHeadings } from './page/bare-headings.ts';
import { findBlockWarnings } from './page/block-warnings.ts';
import { readDocument } from './page/read-document.ts';
import { buildSectionTree, type Section } from './section/section-tree.ts';

export interface Document {
  /** Path of the document in the repository, with `/` as separator. */
  readonly path: string;
  readonly text: string;
}

export interface ChunkOptions {
  /** Target length of prose in one item, in UTF-16 code units, from 200 to 8000. Default 2500. */
  readonly targetSize?: number;
  /** URLs of the public site and of the repository, for source URLs and absolute links. Without them, items have no source URL and links stay unchanged. */
  readonly address?: Address;
  /** Site that the document belongs to. Without a site, links to other documents are not checked, and included files are not inserted. */
  readonly site?: Site;
  /** Whether to create items from pages with `draft: true`. Default false. */
  readonly drafts?: boolean;
  /** Prefix of every page title, such as a product name. Default none. */
  readonly titlePrefix?: string;
}

export interface Chunks {
  readonly items: readonly Item[];
  /** Value of `public` in the front matter; undefined if it is not set. */
  readonly public?: boolean;
  /** Reason why the document intentionally produces no items. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
  /** Links and images that refer to files, each URL once. Absent if a `site` checks the links. */
  readonly links?: readonly FileLink[];
}

/** Default of the `targetSize` option. */
export const DEFAULT_TARGET_SIZE = 2500;

/**
 * Version of the chunker's output. If the version is higher than the recorded one, every document is chunked again. Raise the version when the same document
 * produces different items.
 */
export const CHUNKER_VERSION = 11;

/** Maximum length of a document, in UTF-16 code units. Longer files are data, not documentation. */
export const MAX_DOCUMENT_LENGTH = 5 * 1024 * 1024;
/**
 * Maximum length of a JSON document, in UTF-16 code units. OpenAPI documents of large platforms exceed `MAX_DOCUMENT_LENGTH`. The parser for YAML would need
 * too much memory for such lengths.
 */
export const MAX_JSON_LENGTH = 32 * 1024 * 1024;

const MAX_SOURCE_URL_LENGTH = 1_000;

/** Splits a document into self-contained context items. The function is pure: the same input produces the same items. It never throws. */
export function chunk({ path, text }: Document, options: ChunkOptions = {}): Chunks {
  const createSkipped = (reason: string, warnings: readonly Warning[] = []): Chunks => ({
    items: [],
    skipped: reason,
    warnings,
  });
  const format = getFormat(path);
  if (!format) return createSkipped('its format is not supported');
  const tooLong = getTooLongReason(path, text);
  if (tooLong !== undefined) return createSkipped(tooLong);
  const { address = {} } = options;
  const { site } = options;
  const resolver = createLinkResolver(path, text, address, site);
  const {
    page: read,
    head,
    sourceLine,
    skipped,
    warnings,
    expanded,
  } = readDocument(format, path, normalize(text), resolver?.target, site);
  if (skipped !== undefined) return createSkipped(skipped, warnings);
  if (head.isLeftOut) return createSkipped('its front matter sets "context: false"', warnings);
  if (head.isDraft && options.drafts !== true) return createSkipped('it is a draft', warnings);

  const page = convertBareHeadings(read);
  const pageRoot = buildSectionTree(page);
  const root = addTitlePrefix(pageRoot, [options.titlePrefix ?? '', ...(site?.place(path, pageRoot.title) ?? [])]);
  // The breadcrumb and the source URL have maximum lengths, so one limit for the text applies to the whole document.
  const source = site ? site.pageUrl(path) : createPageUrl(path, address);
  const isAnchored = hasAnchors(path);
  const cap =
    MAX_CONTENT_CHARS - MAX_BREADCRUMB_LENGTH - measureLongestSourceUrl(source, root) - '\n\n\n\nSource: '.length;
  const size = Math.min(Math.max(options.targetSize ?? DEFAULT_TARGET_SIZE, 200), MAX_CONTENT_CHARS);
  const sizes = { target: Math.min(size, cap), cap };
  const groups = groupSections(page, root, sizes);
  const emptyReason = head.end > 0 ? 'it has only front matter' : 'it has no text';
  if (groups.length === 0) return createSkipped(emptyReason, warnings);
  const completeGroups = joinTinyGroups(addPageLead(groups, page, root, head, sizes), page, cap);
  const items = makeItems(addFootnotes(completeGroups, page, cap), {
    path,
    sourceLine,
    getSource: (slug) => {
      if (source === undefined) return undefined;
      const sectionAddress = createSectionUrl(source, isAnchored ? slug : '');
      return sectionAddress.length > MAX_SOURCE_URL_LENGTH ? undefined : sectionAddress;
    },
  });
  const allWarnings = [
    ...warnings,
    ...findBlockWarnings(page, cap, sourceLine),
    ...(resolver?.warnings(expanded) ?? []),
    ...findLeftoverSyntax(items),
  ];
  if (items.length === 0) return createSkipped(emptyReason, allWarnings);
  const links = resolver?.links() ?? [];
  const linksOption = links.length > 0 ? { links } : {};
  return {
    items,
    warnings: allWarnings,
    ...linksOption,
    ...(head.public === undefined ? {} : { public: head.public }),
  };
}

/** Returns the reason why a document is too long; undefined if its length is allowed. */
export function getTooLongReason(path: string, text: string): string | undefined {
  const limit = /\.json$/i.test(path) ? MAX_JSON_LENGTH : MAX_DOCUMENT_LENGTH;
  return text.length > limit ? `it has more than ${limit / 1024 / 1024} million characters` : undefined;
}

/** Returns the root section with `titles` in front of the page title. Every item title and breadcrumb starts with these titles. */
function addTitlePrefix(root: Section, titles: readonly string[]): Section {
  return { ...root, title: [...titles, root.title].filter((title) => title !== '').join(' › ') };
}

/** Returns the length of the longest source URL of the document's items. */
function measureLongestSourceUrl(source: string | undefined, root: Section): number {
  if (source === undefined) return 0;
  let longestLength = 0;
  const openSections = [root];
  for (let section = openSections.pop(); section; section = openSections.pop()) {
    longestLength = Math.max(longestLength, createSectionUrl(source, section.slug).length);
    for (const child of section.children) openSections.push(child);
  }
  return Math.min(longestLength, MAX_SOURCE_URL_LENGTH);
}
