import { createSeededRandom } from '@context-sync/reading/seeded';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { hashText, splitUnits, type UnitRanges } from './split-units.ts';

/** Returns units of these lengths, separated by line ends. */
function runOf(lengths: readonly number[], ranks: readonly number[] = lengths.map(() => 0)): UnitRanges {
  const starts: number[] = [];
  const ends: number[] = [];
  let offset = 0;
  for (const length of lengths) {
    starts.push(offset);
    ends.push(offset + length);
    offset += length + 1;
  }
  return { starts, ends, ranks };
}

/** Returns one unit per text, with the ranks that the chunker assigns to texts. */
const runOfTexts = (texts: readonly string[]) =>
  runOf(
    texts.map(({ length }) => length),
    texts.map((text) => hashText(text)),
  );

describe('splitUnits', () => {
  it.each([
    ['returns no parts for no units', runOf([]), 10, []],
    ['returns one part for a single unit', runOf([50]), 10, [0]],
    ['returns one part if all units fit exactly', runOf([4, 5]), 10, [0]],
    ['splits four equal units in the middle', runOf([5, 5, 5, 5]), 12, [0, 2]],
    ['splits at the best rank that is not near an edge', runOf([5, 5, 5, 5, 5, 5], [0, -9, 0, 0, -2, -9]), 30, [0, 4]],
    ['splits each half again until the parts fit', runOf([5, 5, 5, 5, 5, 5, 5, 5]), 12, [0, 2, 4, 6]],
    ['splits before a long unit at the end', runOf([5, 90]), 20, [0, 1]],
    ['splits after a long unit at the beginning', runOf([90, 5]), 20, [0, 1]],
    ['splits before and after a long unit', runOf([5, 90, 5]), 20, [0, 1, 2]],
  ])('splits units: %s', (_name, run, limit, expected) => {
    expect(splitUnits(run, limit)).toEqual(expected);
  });

  it('respects the limit without many extra boundaries if every unit fits', () => {
    const random = createSeededRandom(1);
    for (let trial = 0; trial < 200; trial += 1) {
      const lengths = Array.from({ length: 1 + Math.floor(random() * 200) }, () => 1 + Math.floor(random() * 120));
      const run = runOf(
        lengths,
        lengths.map(() => random()),
      );
      const firsts = splitUnits(run, 300);
      expect(firsts[0]).toBe(0);
      const sizes = firsts.map(
        (first, at) => (run.ends[(firsts[at + 1] ?? lengths.length) - 1] ?? 0) - (run.starts[first] ?? 0),
      );
      expect(Math.max(...sizes)).toBeLessThanOrEqual(300);
      expect(firsts.length).toBeLessThanOrEqual(1 + (4 * (run.ends.at(-1) ?? 0)) / 300);
    }
  });

  it('keeps the boundaries of a split text that are far from an added, removed or changed unit', () => {
    const random = createSeededRandom(2);
    const sentence = () =>
      Array.from({ length: 6 + random() * 20 }, () => Math.floor(random() * 1e6).toString(36)).join(' ');
    const listSplits = (texts: readonly string[]) => splitUnits(runOfTexts(texts), 600).map((first) => texts[first]);
    let movedCount = 0;
    for (let trial = 0; trial < 100; trial += 1) {
      const texts = Array.from({ length: 100 }, sentence);
      const before = new Set(listSplits(texts));
      const at = Math.floor(random() * texts.length);
      for (const after of [texts.toSpliced(at, 0, sentence()), texts.toSpliced(at, 1), texts.with(at, sentence())])
        movedCount += listSplits(after).filter((text) => !before.has(text)).length;
    }
    expect(movedCount / 300).toBeLessThan(1);
  });

  it('splits many units in a limited time', () => {
    const count = selectByTier(100_000, 1_000_000);
    expect(splitUnits(runOf(new Array<number>(count).fill(1)), 100).length).toBeLessThan(0.06 * count);
  });
});

describe('hashText', () => {
  it('hashText returns a stable hash, evenly distributed between 0 and 1, that depends only on the first characters', () => {
    const hashes = Array.from({ length: 1_000 }, (_, n) => hashText(`text ${n}`));
    expect(Math.min(...hashes)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...hashes)).toBeLessThan(1);
    expect(new Set(hashes).size).toBe(1_000);
    expect(Math.abs(hashes.reduce((sum, hash) => sum + hash, 0) / 1_000 - 0.5)).toBeLessThan(0.05);
    expect(hashText('a text', 2, 6)).toBe(hashText('text'));
    expect(hashText(`${'x'.repeat(48)}y`)).toBe(hashText(`${'x'.repeat(48)}z`));
  });
});
