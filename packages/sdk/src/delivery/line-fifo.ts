/** Size of a segment in bytes. Segments are reused, so that adding lines to a full queue does not allocate memory. */
const SEGMENT_BYTES = 262_144;
/** Maximum number of free segments that are kept. The segment whose lines were read last is the next one to be written. */
const MAX_SPARE_SEGMENTS = 1;

/**
 * A first-in, first-out queue of lines, which are stored one after another in a few large buffers. Waiting logs in the form of objects and strings
 * would move to the old generation of the heap, which V8 lets grow by hundreds of megabytes before it collects the dropped logs.
 */
export class LineFifo {
  readonly #maxLines: number;
  /** Ring buffers that contain the length and the sequence number of each line. */
  readonly #lengths: Uint32Array;
  readonly #orders: Float64Array;
  #first = 0;
  #count = 0;
  readonly #segments: Uint8Array[] = [];
  readonly #spare: Uint8Array[] = [];
  /** Read position in the first segment, and write position in the last one. */
  #readAt = 0;
  #writeAt = SEGMENT_BYTES;

  constructor(maxLines: number) {
    this.#maxLines = maxLines;
    this.#lengths = new Uint32Array(maxLines);
    this.#orders = new Float64Array(maxLines);
  }

  get count(): number {
    return this.#count;
  }

  /** Sequence number of the oldest line; infinite if there is no line. */
  get firstOrder(): number {
    return this.#count === 0 ? Number.POSITIVE_INFINITY : (this.#orders[this.#first] ?? 0);
  }

  /** Length of the oldest line in bytes; 0 if there is no line. */
  get firstLength(): number {
    return this.#count === 0 ? 0 : (this.#lengths[this.#first] ?? 0);
  }

  /** Adds a line. @param order sequence number, which must be greater than those of all earlier lines */
  push(line: Uint8Array, order: number): void {
    if (this.#count === this.#maxLines)
      throw new RangeError(`The queue already contains the maximum of ${this.#maxLines} lines.`);
    const index = (this.#first + this.#count) % this.#maxLines;
    this.#lengths[index] = line.length;
    this.#orders[index] = order;
    this.#count += 1;
    for (let lineOffset = 0; lineOffset < line.length; ) {
      const part = line.subarray(lineOffset, lineOffset + this.#getFreeBytes());
      this.#segments.at(-1)?.set(part, this.#writeAt);
      this.#writeAt += part.length;
      lineOffset += part.length;
    }
  }

  /**
   * Removes the oldest line.
   * @param target buffer to which the line is copied, starting at the position `index`
   * @returns the length of the line
   */
  shift(target?: Uint8Array, index = 0): number {
    const length = this.firstLength;
    if (this.#count === 0) return 0;
    this.#first = (this.#first + 1) % this.#maxLines;
    this.#count -= 1;
    for (let copiedBytes = 0; copiedBytes < length; ) {
      const part = this.#segments[0]?.subarray(this.#readAt, this.#readAt + length - copiedBytes);
      if (part === undefined) throw new Error('The queue contains fewer bytes than its lines need.');
      target?.set(part, index + copiedBytes);
      copiedBytes += part.length;
      this.#readAt += part.length;
      if (this.#readAt === SEGMENT_BYTES) this.#releaseFirst();
    }
    if (this.#count === 0 && this.#segments.length === 1) {
      this.#readAt = 0;
      this.#writeAt = 0;
    }
    return length;
  }

  /** Returns the number of free bytes in the last segment, at least one. Adds a segment if the last one is full. */
  #getFreeBytes(): number {
    if (this.#writeAt === SEGMENT_BYTES) {
      this.#segments.push(this.#spare.pop() ?? new Uint8Array(SEGMENT_BYTES));
      this.#writeAt = 0;
    }
    return SEGMENT_BYTES - this.#writeAt;
  }

  #releaseFirst(): void {
    const segment = this.#segments.shift();
    this.#readAt = 0;
    if (segment !== undefined && this.#spare.length < MAX_SPARE_SEGMENTS) this.#spare.push(segment);
  }
}
