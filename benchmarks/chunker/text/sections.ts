import { type Fence, fenceAfter } from './fence.ts';

/**
 * Returns the sections of a page: the text from each heading to the next heading of any level, and the text before the first heading.
 * Leaves out blank sections.
 */
export function sections(text: string): string[] {
  const found: string[] = [];
  let section: string[] = [];
  let fence: Fence | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!fence && /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) {
      found.push(section.join('\n').trim());
      section = [];
    }
    fence = fenceAfter(line, fence);
    section.push(line);
  }
  found.push(section.join('\n').trim());
  return found.filter((one) => one !== '');
}
