// Random values for tests in this package and in packages that depend on it.

/** Returns a generator of numbers from 0 up to, but not including, 1. The same seed produces the same numbers. */
export function createSeededRandom(seed: number): () => number {
  let counter = Math.imul(seed, 0x9e37_79b1) >>> 0;
  return () => {
    counter = (counter + 0x6d2b_79f5) >>> 0;
    let state = Math.imul(counter ^ (counter >>> 15), 0x85eb_ca6b);
    state = Math.imul(state ^ (state >>> 13), 0xc2b2_ae35);
    return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** Returns a random element of `values`. */
export function pickOne<T>(random: () => number, values: readonly T[]): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to choose from');
  return value;
}
