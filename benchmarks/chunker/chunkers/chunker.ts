/** What a chunker makes of one document. */
export interface Piece {
  /** What names the piece beside its text: a title or a path of headings. Empty where the chunker gives none. */
  readonly title: string;
  readonly content: string;
}

export interface Page {
  /** Path in its tree, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Cuts one page. The size means what the chunker's own option means; those without one ignore it. */
export type Cut = (page: Page, size: number) => readonly Piece[] | Promise<readonly Piece[]>;

/** A way of cutting that is measured. */
export interface Chunker {
  readonly name: string;
  /** Whether it takes a size, so that its mean can be brought to another's. */
  readonly sized: boolean;
  /** Imports it; the time of that counts where a cold start is measured. */
  load(): Promise<Cut>;
}

/** Cuts a page whether the chunker answers at once or later. Waits only where it must: a promise per page costs more than some cuts. */
export async function cutAll(cut: Cut, pages: readonly Page[], size: number): Promise<(readonly Piece[])[]> {
  const all: (readonly Piece[])[] = [];
  for (const page of pages) {
    const pieces = cut(page, size);
    all.push(pieces instanceof Promise ? await pieces : pieces);
  }
  return all;
}
