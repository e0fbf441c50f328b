import type { DocsNavigationEntry } from '@context-sync/core';
import { hashParts } from '../fingerprint.ts';
import { removeAddresses } from '../text-fingerprint.ts';

/** A page to publish in the docs portal. */
export interface WantedPage {
  /** Path in the portal, such as `guides/start`. */
  readonly path: string;
  /** Path of the document in the repository. */
  readonly file: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
  readonly order: number;
  readonly public: boolean;
  /** URL of the page on which a reader can edit the document. */
  readonly editUrl?: string;
}

/** A file to publish in the docs portal, such as an image of a page. */
export interface WantedFile {
  readonly path: string;
  readonly file: string;
  /** ID of the git object with the content. */
  readonly blob: string;
}

/** The pages, files and settings that the docs portal should contain from this repository. */
export interface WantedPortal {
  readonly pages: readonly WantedPage[];
  readonly files: readonly WantedFile[];
  /** The navigation; null if the portal derives it from the paths. */
  readonly navigation: readonly DocsNavigationEntry[] | null;
  /** Title to set if the portal has none. */
  readonly title?: string | undefined;
}

/** Returns the digest of everything that readers see on a page. It does not depend on the commit, so that a new commit does not change every page. */
export function computePageDigest(page: Omit<WantedPage, 'path'>): string {
  const { title, description, markdown, order, file, editUrl } = page;
  return hashParts([title, description, markdown.toWellFormed(), order, page.public, file, editUrl ?? null], 32);
}

/** Returns the digest of the text of a page without URLs, which stays the same if the page moves. */
export function computePageTextDigest({ title, markdown }: Pick<WantedPage, 'title' | 'markdown'>): string {
  return hashParts([title, removeAddresses(markdown)], 16);
}

/** Returns the digest of a navigation; undefined if there is none. */
export function computeNavigationDigest(
  navigation: readonly DocsNavigationEntry[] | null | undefined,
): string | undefined {
  return navigation ? hashParts([normalizeEntries(navigation)], 32) : undefined;
}

function normalizeEntries(entries: readonly DocsNavigationEntry[]): unknown[] {
  return entries.map(({ title, path, items }) => [title, path ?? null, items ? normalizeEntries(items) : null]);
}
