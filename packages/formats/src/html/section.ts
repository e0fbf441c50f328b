import { classesOf, type Element, elementsOf } from './node.ts';
import { HEADINGS } from './tags.ts';

/** Whether the element wraps a heading with what stands under it. */
export function isSection(element: Element): boolean {
  return element.name === 'section' || classesOf(element).some((name) => name === 'section' || /^sect\d$/.test(name));
}

/** Level of the heading of the section that the element stands in, if sections have wrappers. */
export function sectionLevel(element: Element): number | undefined {
  for (let at = element.parent; at; at = at.parent) {
    if (!isSection(at)) continue;
    const heading = elementsOf(at).find(({ name }) => HEADINGS.has(name));
    if (heading) return Number(heading.name.slice(1));
  }
  return undefined;
}
