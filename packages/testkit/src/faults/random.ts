/** Chance that is the same every time for the same seed, so that what a test has found can be found again. */
export class Random {
  readonly seed: number;
  #state: number;

  constructor(seed: number) {
    this.seed = seed >>> 0;
    this.#state = this.seed;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    // Mulberry32: short, and even enough for tests.
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** @throws RangeError when there is nothing to choose from */
  pick<T>(choices: readonly T[]): T {
    if (choices.length === 0) throw new RangeError('nothing to choose from');
    return choices[this.whole(0, choices.length - 1)] as T;
  }

  shuffled<T>(things: readonly T[]): T[] {
    const left = [...things];
    return things.map(() => left.splice(this.whole(0, left.length - 1), 1)[0] as T);
  }

  /** Chance of its own, so that what one part of a test draws does not change what another one does. */
  fork(): Random {
    return new Random(Math.floor(this.next() * 2 ** 32));
  }
}
