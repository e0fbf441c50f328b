import { readToctrees } from './toctrees.ts';

/** Returns the pages that the tables of contents of a Sphinx document list, as written. */
export function readContents(text: string): readonly string[] {
  return readToctrees(text).flatMap(({ entries }) =>
    entries.map(({ target }) => target).filter((target) => !/[*?[]/.test(target)),
  );
}
