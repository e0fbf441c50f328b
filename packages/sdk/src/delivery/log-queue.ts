import { type CapturedLog, sizeOfLog } from '../log/captured-log.ts';

/** Most memory that waiting logs take, and most of them. */
export const MAX_QUEUE_BYTES = 8_388_608;
export const MAX_QUEUED_LOGS = 10_000;

interface QueuedLog {
  readonly order: number;
  readonly size: number;
  readonly log: CapturedLog;
}

/** First in, first out, without moving what is left at each step. */
class Fifo {
  #entries: (QueuedLog | undefined)[] = [];
  #start = 0;

  push(entry: QueuedLog): void {
    this.#entries.push(entry);
  }

  peek(): QueuedLog | undefined {
    return this.#entries[this.#start];
  }

  shift(): QueuedLog | undefined {
    const entry = this.#entries[this.#start];
    if (entry === undefined) return undefined;
    this.#entries[this.#start] = undefined;
    this.#start += 1;
    if (this.#start > 256 && this.#start * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#start);
      this.#start = 0;
    }
    return entry;
  }
}

/** Logs that wait to be sent, bounded in bytes and number. If it is full, the oldest log without an error goes first, then the oldest error. */
export class LogQueue {
  readonly #succeeded = new Fifo();
  readonly #failed = new Fifo();
  readonly #maxBytes: number;
  #order = 0;
  #count = 0;
  #bytes = 0;
  /** Logs that were dropped because the queue was full. */
  dropped = 0;

  constructor(maxBytes = MAX_QUEUE_BYTES) {
    this.#maxBytes = maxBytes;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** @returns whether nothing had to be dropped */
  add(log: CapturedLog): boolean {
    const size = sizeOfLog(log);
    (log.status < 400 ? this.#succeeded : this.#failed).push({ order: this.#order, size, log });
    this.#order += 1;
    this.#count += 1;
    this.#bytes += size;
    const before = this.dropped;
    while (this.#bytes > this.#maxBytes || this.#count > MAX_QUEUED_LOGS) {
      this.#remove(this.#succeeded.peek() === undefined ? this.#failed : this.#succeeded);
      this.dropped += 1;
    }
    return this.dropped === before;
  }

  /** Takes the oldest logs, in the order in which they came. */
  take(maxCount: number, maxBytes: number): CapturedLog[] {
    const logs: CapturedLog[] = [];
    let bytes = 0;
    while (logs.length < maxCount) {
      const from = this.#oldest();
      const next = from?.peek();
      if (from === undefined || next === undefined || (logs.length > 0 && bytes + next.size > maxBytes)) break;
      this.#remove(from);
      logs.push(next.log);
      bytes += next.size;
    }
    return logs;
  }

  /** Drops everything. @returns how many logs that were */
  clear(): number {
    const { length } = this.take(this.#count, Number.POSITIVE_INFINITY);
    this.dropped += length;
    return length;
  }

  #oldest(): Fifo | undefined {
    const succeeded = this.#succeeded.peek();
    const failed = this.#failed.peek();
    if (succeeded === undefined) return failed === undefined ? undefined : this.#failed;
    return failed === undefined || succeeded.order < failed.order ? this.#succeeded : this.#failed;
  }

  #remove(from: Fifo): void {
    const entry = from.shift();
    if (entry === undefined) return;
    this.#count -= 1;
    this.#bytes -= entry.size;
  }
}
