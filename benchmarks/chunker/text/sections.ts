import { advanceFence, type Fence } from './fence.ts';

/**
 * Returns the sections of a page: the text from each heading to the next heading of any level, and the text before the
 * first heading. Omits blank sections.
 */
export function splitSections(text: string): string[] {
  const sectionTexts: string[] = [];
  let section: string[] = [];
  let fence: Fence | undefined;
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (!fence && /^ {0,3}#{1,6}(?:[ \t]|$)/.test(line)) {
      sectionTexts.push(section.join('\n').trim());
      section = [];
    }
    fence = advanceFence(line, fence);
    section.push(line);
  }
  sectionTexts.push(section.join('\n').trim());
  return sectionTexts.filter((one) => one !== '');
}
