import type { DocsPorts } from './store.ts';

/** Links of a page to other pages. */
export interface PageLinks {
  readonly path: string;
  readonly links: readonly string[];
}

/**
 * Returns the links to pages that do not exist.
 * @param changed paths that the same change writes (`true`) or deletes (`false`)
 */
export async function findBrokenLinks(
  { docs }: DocsPorts,
  projectId: string,
  pages: readonly PageLinks[],
  changed: ReadonlyMap<string, boolean>,
): Promise<{ readonly path: string; readonly message: string }[]> {
  const targets = new Set(pages.flatMap(({ links }) => links).filter((link) => !changed.has(link)));
  const existingPaths = new Set(await docs.existing(projectId, [...targets]));
  const isThere = (link: string) => changed.get(link) ?? existingPaths.has(link);
  return pages.flatMap(({ path, links }) =>
    links
      .filter((link) => link !== 'index' && !isThere(link))
      .map((link) => ({ path, message: `links to "${link}", which is not a page` })),
  );
}
