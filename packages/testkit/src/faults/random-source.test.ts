import { describe, expect, it } from 'vitest';
import { Random } from './random-source.ts';

const draw = (random: Random, count: number) => Array.from({ length: count }, () => random.getInteger(1, 6));

describe('Random', () => {
  it('a seed determines the numbers that are drawn', () => {
    expect(draw(new Random(7), 50)).toEqual(draw(new Random(7), 50));
    expect(draw(new Random(7), 50)).not.toEqual(draw(new Random(8), 50));
  });

  it('random integers are drawn about equally often', () => {
    const faces = draw(new Random(1), 6_000);
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const times = faces.filter((each) => each === face).length;
      expect(times).toBeGreaterThan(850);
      expect(times).toBeLessThan(1_150);
    }
  });

  it('shuffling keeps all elements', () => {
    const things = Array.from({ length: 20 }, (_, at) => at);
    const shuffled = new Random(3).shuffle(things);
    expect(shuffled).not.toEqual(things);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(things);
  });

  it('drawing from a fork does not affect the original random source', () => {
    const [a, b] = [new Random(5), new Random(5)];
    draw(a.fork(), 10);
    b.fork();
    expect(draw(a, 10)).toEqual(draw(b, 10));
  });

  it('picking from an empty list is an error', () => {
    expect(() => new Random(1).pick([])).toThrow(RangeError);
  });
});
