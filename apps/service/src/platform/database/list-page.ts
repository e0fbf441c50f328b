/** One page of a list. */
export interface ListPage<T> {
  readonly items: readonly T[];
  /** Cursor of the next page; null on the last page. A page can contain fewer entries than requested, or none, even if there is a next page. */
  readonly next: string | null;
}
