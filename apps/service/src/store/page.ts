/** A part of a list. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the list goes on; null at its end. It may be given although the page is short, and even empty. */
  readonly next: string | null;
}
