/** An item that a chunker makes. */
export interface Piece {
  /** A title or heading path beside the text; empty if the chunker has none. */
  readonly title: string;
  readonly content: string;
}

export interface Page {
  /** Path in its docs tree, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Chunks one page. The meaning of the size depends on the chunker; some ignore it. */
export type Cut = (page: Page, size: number) => readonly Piece[] | Promise<readonly Piece[]>;

/** A chunker to measure. */
export interface Chunker {
  readonly name: string;
  /** Whether it has a size option, so that its mean size can be matched to another's. */
  readonly sized: boolean;
  /** Imports the chunker. The import counts in the cold start measurement. */
  load(): Promise<Cut>;
}

/** Chunks a page with a synchronous or asynchronous chunker. Awaits only if necessary: a promise per page costs more than some chunkers. */
export async function cutAll(cut: Cut, pages: readonly Page[], size: number): Promise<(readonly Piece[])[]> {
  const all: (readonly Piece[])[] = [];
  for (const page of pages) {
    const pieces = cut(page, size);
    all.push(pieces instanceof Promise ? await pieces : pieces);
  }
  return all;
}
