import { sections } from '../text/sections.ts';
import type { Chunker } from './chunker.ts';

/** One item per heading of any length: the baseline that re-creates least after an edit of one section. */
export const perHeading: Chunker = {
  name: 'one per heading',
  sized: false,
  async load() {
    return ({ text }) => sections(text).map((content) => ({ title: '', content }));
  },
};
