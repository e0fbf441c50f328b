import { expect, it } from 'vitest';
import { fillFigures, listOutdatedFiles } from './figures.ts';

it('the benchmark summary and the figures in the README and the docs equal the benchmark results', () => {
  expect(listOutdatedFiles(), 'run "npm run readme"').toEqual([]);
});

it('fillFigures replaces only the text between the markers', () => {
  const text = 'Takes <!-- figures: a -->1<!-- end of figures --> s, not <!-- figures: b --><!-- end of figures -->.';
  expect(fillFigures(text, { a: () => '2', b: () => '3' })).toBe(
    'Takes <!-- figures: a -->2<!-- end of figures --> s, not <!-- figures: b -->3<!-- end of figures -->.',
  );
});

it('fillFigures throws an error for an unknown name', () => {
  expect(() => fillFigures('<!-- figures: c -->1<!-- end of figures -->', {})).toThrow('named "c"');
});
