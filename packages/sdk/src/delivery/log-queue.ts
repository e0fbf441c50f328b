import { LineFifo } from './line-fifo.ts';
import { LogBatch } from './log-batch.ts';

/** Maximum memory that waiting logs take in bytes, and maximum number of waiting logs. */
export const MAX_QUEUE_BYTES = 8_388_608;
export const MAX_QUEUED_LOGS = 10_000;

const LINE_BREAK = 10;
/** Maximum number of UTF-8 bytes for one UTF-16 code unit of a string. */
const MAX_BYTES_PER_CHARACTER = 3;
const INITIAL_SCRATCH_BYTES = 16_384;
/** Maximum size of the reused buffer in bytes. A longer line gets a separate buffer, which is not kept. */
const MAX_SCRATCH_BYTES = 262_144;

const encoder = new TextEncoder();

/**
 * Logs that are waiting to be sent, limited in bytes and number. If the queue is full, the oldest log without an error is dropped first, and then the
 * oldest log of an error.
 */
export class LogQueue {
  readonly #succeeded = new LineFifo(MAX_QUEUED_LOGS);
  readonly #failed = new LineFifo(MAX_QUEUED_LOGS);
  readonly #maxBytes: number;
  #scratch = new Uint8Array(INITIAL_SCRATCH_BYTES);
  #order = 0;
  #bytes = 0;
  /** Number of logs that were dropped because the queue was full. */
  dropped = 0;

  constructor(maxBytes = MAX_QUEUE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#succeeded.count + this.#failed.count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Adds a log as one line of JSON. @returns whether the log was added without dropping any log */
  add(line: string, isError: boolean): boolean {
    const bytes = this.#encode(line);
    const droppedBefore = this.dropped;
    while (this.count >= MAX_QUEUED_LOGS || this.#bytes + bytes.length > this.#maxBytes) {
      this.dropped += 1;
      const sourceQueue = this.#succeeded.count > 0 || !isError ? this.#succeeded : this.#failed;
      // The queue contains no log that is less important than the new one.
      if (sourceQueue.count === 0) return false;
      this.#bytes -= sourceQueue.shift();
    }
    (isError ? this.#failed : this.#succeeded).push(bytes, this.#order);
    this.#order += 1;
    this.#bytes += bytes.length;
    return this.dropped === droppedBefore;
  }

  /** Removes and returns the oldest logs, in the order in which they were added. */
  take(maxCount: number, maxBytes: number): LogBatch {
    const bytes = new Uint8Array(Math.min(this.#bytes, Math.max(maxBytes, this.#oldest().firstLength)));
    const lineEnds: number[] = [];
    let length = 0;
    while (lineEnds.length < maxCount && this.count > 0) {
      const sourceQueue = this.#oldest();
      if (length + sourceQueue.firstLength > bytes.length) break;
      length += sourceQueue.shift(bytes, length);
      lineEnds.push(length);
    }
    this.#bytes -= length;
    return new LogBatch(bytes.subarray(0, length), lineEnds);
  }

  #oldest(): LineFifo {
    return this.#failed.firstOrder < this.#succeeded.firstOrder ? this.#failed : this.#succeeded;
  }

  #encode(line: string): Uint8Array {
    const maxBytes = line.length * MAX_BYTES_PER_CHARACTER + 1;
    let target = this.#scratch;
    if (target.length < maxBytes) {
      target = new Uint8Array(maxBytes);
      if (maxBytes <= MAX_SCRATCH_BYTES) this.#scratch = target;
    }
    const { written } = encoder.encodeInto(line, target);
    target[written] = LINE_BREAK;
    return target.subarray(0, written + 1);
  }
}
