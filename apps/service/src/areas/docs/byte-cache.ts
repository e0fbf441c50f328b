/** A least-recently-used cache whose entries have a size. */
export class ByteCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly size: number }>();
  readonly #maxSize: number;
  #size = 0;

  /** @param maxSize maximum sum of the sizes of all entries. A larger entry is not cached */
  constructor(maxSize: number) {
    this.#maxSize = maxSize;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // The entry moves to the end of the map, so that the first entry is the least recently used one.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value, size: number): void {
    this.#delete(key);
    if (size > this.#maxSize) return;
    this.#entries.set(key, { value, size });
    this.#size += size;
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) return;
      this.#delete(oldest);
    }
  }

  /** Sum of the sizes of all entries. */
  get size(): number {
    return this.#size;
  }

  #delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0;
    this.#entries.delete(key);
  }
}
