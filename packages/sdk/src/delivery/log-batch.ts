/** Logs that are sent together. The batch contains lines of JSON, each with its line break. */
export class LogBatch {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The end position of each line. */
  readonly #ends: readonly number[];

  constructor(bytes: Uint8Array<ArrayBuffer>, ends: readonly number[]) {
    this.bytes = bytes;
    this.#ends = ends;
  }

  get count(): number {
    return this.#ends.length;
  }

  /** Returns the lines from `from` (inclusive) to `to` (exclusive) as a batch. */
  slice(from: number, to: number): LogBatch {
    const start = this.#start(from);
    const lineEnds = this.#ends.slice(from, to);
    return new LogBatch(
      this.bytes.subarray(start, lineEnds.at(-1) ?? start),
      lineEnds.map((end) => end - start),
    );
  }

  /** Returns a batch without the given lines. @param lines line numbers, counted from 1 */
  omitLines(lines: ReadonlySet<number>): LogBatch {
    const bytes = new Uint8Array(this.bytes.length);
    const lineEnds: number[] = [];
    let length = 0;
    for (const [index, end] of this.#ends.entries()) {
      if (lines.has(index + 1)) continue;
      const line = this.bytes.subarray(this.#start(index), end);
      bytes.set(line, length);
      length += line.length;
      lineEnds.push(length);
    }
    return new LogBatch(bytes.subarray(0, length), lineEnds);
  }

  #start(index: number): number {
    return index === 0 ? 0 : (this.#ends[index - 1] ?? 0);
  }
}
