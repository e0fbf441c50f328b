import { removeNumberPrefix } from './number-prefix.ts';
import { getFolder, getPathInside, joinPath } from './repository-paths.ts';

/** A folder of pages, and the URL path below which the generator publishes them. Both without a trailing slash. */
export interface SiteSource {
  readonly folder: string;
  readonly address: string;
}

const PAGE_END = /(?:^|\/)(?:_?index|readme|page)?\.\w+$|\.\w+$/i;
const MAX_SOURCES = 40;

/** Collects the folders from which a generator publishes pages, by comparing the ends of the paths of pages with the ends of their URL paths. */
export class SourceCounts {
  readonly #counts = new Map<string, number>();

  add(path: string, address: string): void {
    const parts = path.replace(PAGE_END, '').split('/');
    const segments = address
      .replace(/(?:\/index)?(?:\.html)?\/*$/, '')
      .split('/')
      .slice(1);
    while (segments.length > 0 && isSameName(parts.at(-1) ?? '', segments.at(-1) ?? '')) {
      parts.pop();
      segments.pop();
    }
    const key = JSON.stringify([parts.join('/'), segments.map((segment) => `/${segment}`).join('')]);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** Returns the folders with the most pages. The order does not depend on the number of pages. */
  list(): readonly SiteSource[] {
    const keys = [...this.#counts].sort(([, a], [, b]) => b - a).slice(0, MAX_SOURCES);
    return keys
      .map(([key]) => key)
      .sort()
      .map((key) => {
        const [folder, address] = JSON.parse(key) as [string, string];
        return { folder, address };
      });
  }
}

/** The possible place of the file of a page. */
export interface PagePlace {
  /** Path of the file without extension. */
  readonly path: string;
  /** Folder of the page. */
  readonly folder: string;
}

/** Returns the places in the repository where the file of the page at a URL path could be. */
export function listPlaces(sources: readonly SiteSource[], address: string): PagePlace[] {
  const page = address.replace(/\/+$/, '');
  return sources.flatMap((source) => {
    const innerPath = getPathInside(source.address, page);
    if (innerPath === undefined || innerPath === '') return [];
    const path = joinPath(source.folder, innerPath.replace(/^\//, ''));
    return [{ path, folder: getFolder(path) }];
  });
}

function isSameName(name: string, segment: string): boolean {
  const normalize = (text: string) => text.toLowerCase().replaceAll(/[\s_]+/g, '-');
  return normalize(name) === normalize(segment) || normalize(removeNumberPrefix(name)) === normalize(segment);
}
