import { runForAll } from '../database/request-signal.ts';

/** Age of a measured value in milliseconds after which it is measured again. */
const MEASURE_INTERVAL_MS = 15_000;
/**
 * Share of the bytes that were left at the last measurement, beyond which a process measures again. It bounds how far several processes can exceed the
 * maximum: each of the others can add this share.
 */
const SHARE_PER_MEASUREMENT = 1 / 8;

export interface ByteQuotaOptions {
  /** Maximum number of used bytes. */
  readonly limit: number;
  /** Returns the used bytes that all processes of the service have stored. */
  measure(): Promise<number>;
  /** Monotonic clock in milliseconds. */
  now(): number;
}

/**
 * A maximum number of bytes. The used bytes are measured at intervals; between two measurements, the bytes that this process has stored are added. A request
 * reserves its bytes before it is executed, so concurrent requests of one process never exceed the maximum together. Several processes can exceed the
 * maximum by the bytes that they store between two measurements, which are at most `SHARE_PER_MEASUREMENT` of the bytes that were left.
 */
export class ByteQuota {
  readonly #options: ByteQuotaOptions;
  #measuredBytes = 0;
  #measuredAt = Number.NEGATIVE_INFINITY;
  #measuring: Promise<void> | undefined;
  /** Bytes that this process has stored since the measurement, or reserved for running requests. */
  #addedBytes = 0;
  #reservedBytes = 0;

  constructor(options: ByteQuotaOptions) {
    this.#options = options;
  }

  get limit(): number {
    return this.#options.limit;
  }

  /** Used and reserved bytes. */
  get usedBytes(): number {
    return this.#measuredBytes + this.#addedBytes + this.#reservedBytes;
  }

  /** Returns whether a request may store `bytes`. If so, reserves them until `release` is called. */
  async reserve(bytes: number): Promise<boolean> {
    if (this.#isOutdated(bytes)) await this.#measureOnce();
    if (this.usedBytes + bytes > this.limit) return false;
    this.#reservedBytes += bytes;
    return true;
  }

  /** Ends a reservation. @param storedBytes bytes that the request has stored; 0 if it failed */
  release(bytes: number, storedBytes: number): void {
    this.#reservedBytes -= bytes;
    this.#addedBytes += storedBytes;
  }

  #isOutdated(bytes: number): boolean {
    if (this.#options.now() - this.#measuredAt >= MEASURE_INTERVAL_MS) return true;
    // A full quota is not measured for each rejected request.
    if (this.usedBytes + bytes > this.limit) return false;
    const ownBytes = this.#addedBytes + this.#reservedBytes + bytes;
    return ownBytes > (this.limit - this.#measuredBytes) * SHARE_PER_MEASUREMENT;
  }

  #measureOnce(): Promise<void> {
    // Other requests wait for the same measurement.
    this.#measuring ??= runForAll(() => this.#measure()).finally(() => {
      this.#measuring = undefined;
    });
    return this.#measuring;
  }

  async #measure(): Promise<void> {
    const addedBytes = this.#addedBytes;
    this.#measuredBytes = await this.#options.measure();
    // Bytes that were stored during the measurement may be counted twice until the next one.
    this.#addedBytes -= addedBytes;
    this.#measuredAt = this.#options.now();
  }
}
