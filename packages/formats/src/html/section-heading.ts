import { type Element, getClasses, getElements } from './html-node.ts';
import { HEADING_TAGS } from './html-tags.ts';

/** Returns whether the element wraps a heading and the content of its section. */
export function isSection(element: Element): boolean {
  return element.name === 'section' || getClasses(element).some((name) => name === 'section' || /^sect\d$/.test(name));
}

/** Returns the heading level of the section that contains the element, if sections have wrapper elements. */
export function getSectionLevel(element: Element): number | undefined {
  for (let at = element.parent; at; at = at.parent) {
    if (!isSection(at)) continue;
    const heading = getElements(at).find(({ name }) => HEADING_TAGS.has(name));
    if (heading) return Number(heading.name.slice(1));
  }
  return undefined;
}

/** Returns whether the element is the title that Doxygen or Javadoc gives a page. */
export function isGeneratedTitle({ name, attributes, parent }: Element): boolean {
  if (name !== 'div' && name !== 'h2') return false;
  const parentClass = parent?.attributes.get('class');
  return attributes.get('class') === 'title' && parentClass === (name === 'div' ? 'headertitle' : 'header');
}
