import { describe, expect, it } from 'vitest';
import { assignPlaces } from './assign-places.ts';
import { createRandom } from './behavior/random.fixture.ts';

const uses = (names: Record<string, number>) => new Map(Object.entries(names));

describe('assignPlaces', () => {
  it('assignPlaces assigns free slots to the most used candidates', () => {
    const changes = assignPlaces(uses({ a: 1 }), uses({ b: 1, c: 5, d: 3 }), { places: 3, maxEvicted: 0 });
    expect(changes).toEqual({ admitted: ['c', 'd'], evicted: [] });
  });

  it('assignPlaces replaces the least used and oldest name by a candidate that is used as often', () => {
    const holders = uses({ used: 9, first: 1, second: 1 });
    expect(assignPlaces(holders, uses({ new: 1 }), { places: 3, maxEvicted: 5 })).toEqual({
      admitted: ['new'],
      evicted: ['first'],
    });
  });

  it('assignPlaces keeps names that were used more often than every candidate', () => {
    const flood = new Map(Array.from({ length: 500 }, (_, at) => [`flood${at}`, 1]));
    const changes = assignPlaces(uses({ a: 2, b: 3 }), flood, { places: 2, maxEvicted: 500 });
    expect(changes).toEqual({ admitted: [], evicted: [] });
  });

  it('assignPlaces assigns only a free slot to a candidate that was never used', () => {
    expect(assignPlaces(uses({ a: 0 }), uses({ b: 0 }), { places: 1, maxEvicted: 5 }).admitted).toEqual([]);
    expect(assignPlaces(uses({ a: 0 }), uses({ b: 0 }), { places: 2, maxEvicted: 5 }).admitted).toEqual(['b']);
  });

  it('assignPlaces evicts names over the limit, at most as many as allowed', () => {
    const holders = uses({ a: 3, b: 1, c: 2, d: 4 });
    expect(assignPlaces(holders, new Map(), { places: 1, maxEvicted: 2 }).evicted).toEqual(['b', 'c']);
  });

  it('in random sequences, assignPlaces never exceeds the limit and never evicts a name for a less used one', () => {
    const random = createRandom(11);
    for (let round = 0; round < 300; round += 1) {
      const places = 1 + Math.floor(random() * 20);
      const maxEvicted = Math.floor(random() * 10);
      const holders = new Map<string, number>();
      for (let batch = 0; batch < 20; batch += 1) {
        const draw = () => `n${Math.floor(random() * 60)}`;
        const candidates = new Map<string, number>();
        for (let count = 0; count < 10; count += 1) {
          const name = draw();
          const map = holders.has(name) ? holders : candidates;
          map.set(name, (map.get(name) ?? 0) + 1);
        }
        const { admitted, evicted } = assignPlaces(holders, candidates, { places, maxEvicted });
        expect(evicted.length).toBeLessThanOrEqual(maxEvicted);
        // The candidates that were admitted last replaced the evicted names, in the same order.
        const winners = evicted.length === 0 ? [] : admitted.slice(-evicted.length);
        for (const [index, name] of evicted.entries()) {
          expect(holders.get(name)).toBeLessThanOrEqual(candidates.get(winners[index] ?? '') ?? 0);
        }
        for (const name of evicted) holders.delete(name);
        for (const name of admitted) holders.set(name, candidates.get(name) ?? 0);
        expect(holders.size).toBeLessThanOrEqual(places);
      }
    }
  });
});
