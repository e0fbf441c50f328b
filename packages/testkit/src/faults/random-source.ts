/** A seeded random number generator, so that test failures can be reproduced. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed >>> 0;
    this.#state = this.seed;
  }

  /** Returns a number from 0 (inclusive) to 1 (exclusive). */
  next(): number {
    // The algorithm is mulberry32, which is short and uniform enough for tests.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixedBits = this.#state;
    mixedBits = Math.imul(mixedBits ^ (mixedBits >>> 15), mixedBits | 1);
    mixedBits ^= mixedBits + Math.imul(mixedBits ^ (mixedBits >>> 7), mixedBits | 61);
    return ((mixedBits ^ (mixedBits >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer between `low` and `high`, inclusive. */
  getInteger(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Returns a random element. @throws RangeError for an empty list */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('cannot pick from an empty list');
    return choices[this.getInteger(0, choices.length - 1)] as T;
  }

  shuffle<T>(things: readonly T[]): T[] {
    const remainingThings = [...things];
    return things.map(() => remainingThings.splice(this.getInteger(0, remainingThings.length - 1), 1)[0] as T);
  }

  /** Returns an independent generator, so that random choices in one part of a test do not affect another part. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
