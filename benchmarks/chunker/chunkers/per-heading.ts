import { splitSections } from '../text/sections.ts';
import type { Chunker } from './chunker-types.ts';

/** A chunker that creates one item per heading, of any length. As the baseline, it re-creates the fewest items after an edit of one section. */
export const perHeading: Chunker = {
  name: 'one per heading',
  sized: false,
  async load() {
    return ({ text }) => splitSections(text).map((content) => ({ title: '', content }));
  },
};
