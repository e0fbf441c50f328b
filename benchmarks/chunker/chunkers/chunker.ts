/** An item that a chunker makes. */
export interface ChunkedItem {
  /** A title or heading path beside the text; empty if the chunker has none. */
  readonly title: string;
  readonly content: string;
}

export interface SourcePage {
  /** Path in its docs tree, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Chunks one page. The meaning of the size depends on the chunker; some ignore it. */
export type ChunkFunction = (
  page: SourcePage,
  size: number,
) => readonly ChunkedItem[] | Promise<readonly ChunkedItem[]>;

/** A chunker to measure. */
export interface Chunker {
  readonly name: string;
  /** Whether it has a size option, so that its mean size can be matched to another's. */
  readonly sized: boolean;
  /** Imports the chunker. The import counts in the cold start measurement. */
  load(): Promise<ChunkFunction>;
}

/** Chunks a page with a synchronous or asynchronous chunker. Awaits only if necessary: a promise per page costs more than some chunkers. */
export async function chunkAll(
  chunkPage: ChunkFunction,
  pages: readonly SourcePage[],
  size: number,
): Promise<(readonly ChunkedItem[])[]> {
  const all: (readonly ChunkedItem[])[] = [];
  for (const page of pages) {
    const chunks = chunkPage(page, size);
    all.push(chunks instanceof Promise ? await chunks : chunks);
  }
  return all;
}
