import { Random } from '@context-sync/testkit';
import { expect, it } from 'vitest';
import {
  countBytes,
  countCharacters,
  createRowsPart,
  createStaticPart,
  joinParts,
  renderLargestFitting,
} from './report-part.ts';

function rows(name: string, number: number, length: number, measure = countCharacters) {
  return createRowsPart({
    before: `### ${name}`,
    head: '| a |\n| --- |',
    rows: Array.from({ length: number }, (_, at) => `| ${name}${at} ${'é'.repeat(length)} |`),
    after: `After ${name}.`,
    elsewhere: 'all of it is elsewhere',
    measure,
  });
}

it('joinParts returns all parts completely if they fit', () => {
  const text = joinParts([createStaticPart('Head'), rows('a', 2, 1), rows('b', 0, 1)], 1_000, countCharacters);
  expect(text).toBe('Head\n\n### a\n\n| a |\n| --- |\n| a0 é |\n| a1 é |\n\nAfter a.\n');
});

it.each([
  ['characters', countCharacters],
  ['bytes', countBytes],
])(
  'joinParts stays within a limit in %s, truncates between rows, and reports how many rows are omitted',
  (_name, measure) => {
    const random = new Random(7);
    for (let round = 0; round < 100; round += 1) {
      const limit = random.getInteger(1_200, 8_000);
      const numbers = Array.from({ length: 4 }, () => random.getInteger(0, 120));
      const parts = numbers.map((number, index) =>
        rows('abcd'.charAt(index), number, random.getInteger(0, 60), measure),
      );
      const text = joinParts([createStaticPart('Head'), ...parts], limit, measure);
      expect(measure(text)).toBeLessThanOrEqual(limit);
      for (const [index, number] of numbers.entries()) {
        const name = 'abcd'.charAt(index);
        const shownCount = text.split('\n').filter((line) => new RegExp(`^\\| ${name}\\d+ é* \\|$`).test(line)).length;
        const section = text.split(`### ${name}`)[1]?.split('###')[0] ?? '';
        const left = Number(/(?:and|There are) (\d+)/.exec(section)?.[1] ?? 0);
        expect(shownCount + left).toBe(number);
      }
    }
  },
);

it('joinParts truncates only the longest part if that is enough', () => {
  const text = joinParts([rows('a', 5, 10), rows('b', 200, 10)], 2_000, countCharacters);
  expect(text).toContain('| a4 ');
  expect(text).toMatch(/… and \d+ more; all of it is elsewhere\./);
  expect(text.length).toBeGreaterThan(1_900);
});

it.each([0, 1, 2, 17, 99, 100])(
  'renderLargestFitting returns the text for the largest number that fits: %i',
  (most) => {
    expect(
      renderLargestFitting(
        100,
        (text) => text.length <= most,
        (number) => 'x'.repeat(number),
      ),
    ).toHaveLength(most);
  },
);
