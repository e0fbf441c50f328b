/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last page. A page with a cursor can be short, or even empty. */
  readonly next: string | null;
}
