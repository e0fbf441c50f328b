/** Functions for pseudorandom choices, which are the same for the same seed (mulberry32). */
export interface Seeded {
  /** Returns a number from 0 up to, but not including, 1. */
  readonly random: () => number;
  readonly below: (bound: number) => number;
  readonly one: <Value>(values: readonly Value[]) => Value;
  readonly text: (length: number, characters: string) => string;
}

export function createSeeded(seed: number): Seeded {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const drawBelow = (bound: number) => Math.floor(random() * bound);
  return {
    random,
    below: drawBelow,
    one: (values) => values[drawBelow(values.length)] as (typeof values)[number],
    text: (length, characters) => Array.from({ length }, () => characters[drawBelow(characters.length)]).join(''),
  };
}
