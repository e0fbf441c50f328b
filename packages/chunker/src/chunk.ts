import { MAX_CONTENT_CHARS } from '@context-sync/core/limits';
import type { Warning } from '@context-sync/formats';
import { formatOf, normalize } from '@context-sync/formats';
import { withNotes } from './chunk/footnotes.ts';
import { MAX_BREADCRUMB_LENGTH } from './chunk/group.ts';
import { groupsOf } from './chunk/group-sections.ts';
import { withLead } from './chunk/page-lead.ts';
import { linkedFile, linkTarget } from './item/link-target.ts';
import { type Item, itemsOf } from './item/make-items.ts';
import { type Address, pageAddress, sectionAddress } from './item/source-url.ts';
import { withBareHeadings } from './page/bare-headings.ts';
import { remarksOn } from './page/block-warnings.ts';
import { readDocument } from './page/read-document.ts';
import { type Section, sectionTree } from './section/section-tree.ts';

export interface Document {
  /** Path in the repository, with `/`. */
  readonly path: string;
  readonly text: string;
}

export interface ChunkOptions {
  /** Length that prose is gathered up to, in UTF-16 units. Default 2500, at least 200, at most 8000. */
  readonly targetSize?: number;
  /** What the source address at the end of every item is made from, and relative links are resolved against. Default: neither is done. */
  readonly address?: Address;
  /** Whether pages that say `draft: true` give items. Default false. */
  readonly drafts?: boolean;
  /** What stands before the page's title, such as the name of a product. Default nothing. */
  readonly titlePrefix?: string;
}

/** A link of the document that leads to a file of the repository. */
export interface FileLink {
  /** As it is written. */
  readonly url: string;
  /** Path of the file from the root of the repository, without query and fragment. */
  readonly file: string;
}

export interface Chunks {
  readonly items: readonly Item[];
  /** What the front matter says about showing the items to the public; undefined where it says nothing. */
  readonly public?: boolean;
  /** Why the document gives no items, where it gives none on purpose. */
  readonly skipped?: string;
  readonly warnings: readonly Warning[];
  /** Links and images that lead to files, each address once, if there are any. Whether the files are there is not known here. */
  readonly links?: readonly FileLink[];
}

/** Length that prose is gathered up to, unless an option says otherwise. */
export const DEFAULT_TARGET_SIZE = 2500;

/** Changes whenever the same document would be cut differently, so that documents are cut anew. */
export const CHUNKER_VERSION = 7;

/** Longest document that is cut, in UTF-16 units. Documentation is not that long; data is. */
export const DOCUMENT_LIMIT = 5 * 1024 * 1024;

const ADDRESS_LIMIT = 1_000;

/** Cuts a document into context items that stand alone. Pure: the same input gives the same items. It never throws. */
export function chunk({ path, text }: Document, options: ChunkOptions = {}): Chunks {
  const nothing = (skipped: string, warnings: readonly Warning[] = []): Chunks => ({
    items: [],
    skipped,
    warnings,
  });
  const format = formatOf(path);
  if (!format) return nothing('its format is not known');
  if (text.length > DOCUMENT_LIMIT) return nothing(`it is over ${DOCUMENT_LIMIT / 1024 / 1024} million characters`);
  const { address = {} } = options;
  const isLinked = address.siteUrl !== undefined || address.repositoryUrl !== undefined;
  const links = new Map<string, FileLink>();
  const target = (url: string) => {
    const file = linkedFile(url, path);
    if (file !== undefined) links.set(url, { url, file });
    return linkTarget(url, path, address);
  };
  const {
    page: read,
    head,
    sourceLine,
    skipped,
    warnings,
  } = readDocument(format, path, normalize(text), isLinked ? target : undefined);
  if (skipped !== undefined) return nothing(skipped, warnings);
  if (head.isLeftOut) return nothing('its front matter says "context: false"', warnings);
  if (head.isDraft && options.drafts !== true) return nothing('it is a draft', warnings);

  const page = withBareHeadings(read);
  const root = withPrefix(sectionTree(page), options.titlePrefix);
  // Whatever frames a text is bounded, so the cap for the text itself can be the same for all of a document.
  const source = pageAddress(path, address);
  const cap = MAX_CONTENT_CHARS - MAX_BREADCRUMB_LENGTH - longestAddress(source, root) - '\n\n\n\nSource: '.length;
  const size = Math.min(Math.max(options.targetSize ?? DEFAULT_TARGET_SIZE, 200), MAX_CONTENT_CHARS);
  const sizes = { target: Math.min(size, cap), cap };
  const groups = groupsOf(page, root, sizes);
  const empty = head.end > 0 ? 'it is front matter alone' : 'there is no text in it';
  if (groups.length === 0) return nothing(empty, warnings);
  const items = itemsOf(withNotes(withLead(groups, page, root, head, sizes), page, cap), {
    path,
    sourceLine,
    sourceOf: (slug) => {
      if (source === undefined) return undefined;
      const own = sectionAddress(source, slug);
      return own.length > ADDRESS_LIMIT ? undefined : own;
    },
  });
  const all = [...warnings, ...remarksOn(page, cap, sourceLine)];
  if (items.length === 0) return nothing(empty, all);
  const found = links.size > 0 ? { links: [...links.values()] } : {};
  return { items, warnings: all, ...found, ...(head.public === undefined ? {} : { public: head.public }) };
}

/** The page's title begins every title and every first line. */
function withPrefix(root: Section, prefix = ''): Section {
  return prefix === '' ? root : { ...root, title: [prefix, root.title].filter((part) => part !== '').join(' › ') };
}

/** Length of the longest source address that an item of the document can end with. */
function longestAddress(source: string | undefined, root: Section): number {
  if (source === undefined) return 0;
  let longest = 0;
  const open = [root];
  for (let section = open.pop(); section; section = open.pop()) {
    longest = Math.max(longest, sectionAddress(source, section.slug).length);
    for (const child of section.children) open.push(child);
  }
  return Math.min(longest, ADDRESS_LIMIT);
}
