/** An item that a chunker has created. */
export interface ChunkedItem {
  /** Title or heading path that the chunker returns in addition to the text; empty if it returns none. */
  readonly title: string;
  readonly content: string;
}

export interface SourcePage {
  /** The path of the page in its docs tree, with `/` as the separator. */
  readonly path: string;
  readonly text: string;
}

/** Chunks one page. The meaning of `size` depends on the chunker, and some chunkers ignore it. */
export type ChunkFunction = (
  page: SourcePage,
  size: number,
) => readonly ChunkedItem[] | Promise<readonly ChunkedItem[]>;

/** A chunker to measure. */
export interface Chunker {
  readonly name: string;
  /** Whether the chunker has a size option, so that its mean item size can be matched to the mean item size of another chunker. */
  readonly sized: boolean;
  /** Imports the chunker. The cold start measurement includes the import. */
  load(): Promise<ChunkFunction>;
}

/**
 * Chunks a page with a synchronous or asynchronous chunker. Awaits the result only if it is a promise, because one
 * promise per page takes more time than some chunkers.
 */
export async function chunkPages(
  chunkPage: ChunkFunction,
  pages: readonly SourcePage[],
  size: number,
): Promise<(readonly ChunkedItem[])[]> {
  const chunkedPages: (readonly ChunkedItem[])[] = [];
  for (const page of pages) {
    const chunks = chunkPage(page, size);
    chunkedPages.push(chunks instanceof Promise ? await chunks : chunks);
  }
  return chunkedPages;
}
