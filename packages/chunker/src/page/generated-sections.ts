import { type Lines, sliceLines } from '@context-sync/formats';
import { type Blocks, ESM, getEnd, getHeadingLevel, getKind, getStart, HEADING } from '../scan/scanned-blocks.ts';

const COMPONENT_PATTERN = /<[A-Z]/;

/** What the sections of one heading level contain, among the sections that were visited. */
interface SectionContent {
  hasText: boolean;
  hasGenerated: boolean;
}

/**
 * Finds the headings of sections that contain only components whose text a build generates, such as `<APIDocs functionName="useStore" />`. These
 * headings would announce content that the repository does not contain. The first heading is kept, because it is the title of the page.
 * @param source text before the components were replaced
 * @param removedBlocks indices of blocks without content for readers
 */
export function findGeneratedSections(blocks: Blocks, source: Lines, removedBlocks: ReadonlySet<number>): number[] {
  const headings: number[] = [];
  const first = blocks.kinds.indexOf(HEADING);
  /** Contents of the sections by their level, and of the text above the visited heading at level 7. */
  const contents = Array.from({ length: 8 }, (): SectionContent => ({ hasText: false, hasGenerated: false }));
  const own = contents[7] as SectionContent;
  // From the last block to the first, the subsections of a section are visited before its heading.
  for (let index = blocks.kinds.length - 1; index > first; index -= 1) {
    const kind = getKind(blocks, index);
    if (kind !== HEADING) {
      if (!removedBlocks.has(index)) own.hasText = true;
      else if (kind !== ESM && !own.hasGenerated)
        own.hasGenerated = COMPONENT_PATTERN.test(sliceLines(source, getStart(blocks, index), getEnd(blocks, index)));
      continue;
    }
    const level = getHeadingLevel(blocks, index);
    const inner = contents.slice(level + 1);
    const isGenerated = inner.every(({ hasText }) => !hasText) && inner.some(({ hasGenerated }) => hasGenerated);
    for (const content of inner) Object.assign(content, { hasText: false, hasGenerated: false });
    const content = contents[level] as SectionContent;
    if (isGenerated) {
      headings.push(index);
      content.hasGenerated = true;
    } else content.hasText = true;
  }
  return headings;
}
