import { splitSections } from '../text/sections.ts';
import type { Chunker } from './chunker-types.ts';

/**
 * The baseline: a chunker that creates one item per heading, of any length. It re-creates the fewest items after an
 * edit of one section.
 */
export const perHeading: Chunker = {
  name: 'one per heading',
  sized: false,
  async load() {
    return ({ text }) => splitSections(text).map((content) => ({ title: '', content }));
  },
};
