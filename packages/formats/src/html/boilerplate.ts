import { type Element, Holds, holds } from './node.ts';
import { SILENT } from './tags.ts';

/** Roles of elements that lead around the site instead of telling something. */
const ROLES = new Set(['navigation', 'search', 'menubar', 'toolbar']);

/** Class names by which common generators mark what leads around the site or the page. */
const CLASSES = new Set([
  'headerlink',
  'nav-panel',
  'navpath',
  'navfooter',
  'navheader',
  'skip-link',
  'sphinxsidebar',
  'table-of-contents',
  'toc',
]);

/** Elements whose own header or footer belongs to them and not to the page. */
const OWNERS = new Set(['article', 'aside', 'blockquote', 'dialog', 'figure', 'main', 'section', 'td']);

/** Whether an element is not for readers: hidden, a control, not text, or there to lead around the site. Its place counts, not its content. */
export function isSilent(name: string, attributes: ReadonlyMap<string, string>, parent: Element): boolean {
  // The box before a task is told by the list.
  if (SILENT.has(name)) return name !== 'input' || attributes.get('type')?.toLowerCase() !== 'checkbox';
  if (name === 'dialog' && !attributes.has('open')) return true;
  const role = roleOf(attributes);
  if (ROLES.has(role) || isHidden(name, role, attributes)) return true;
  const classes = attributes.get('class');
  if (classes?.split(/\s+/).some((one) => isOfSite(name, one.toLowerCase()))) return true;
  return isOfPage(name, attributes, parent);
}

function roleOf(attributes: ReadonlyMap<string, string>): string {
  return attributes.get('role')?.trim().toLowerCase() ?? '';
}

function isOfSite(name: string, className: string): boolean {
  if (CLASSES.has(className) || /(?:^|[-_])breadcrumbs?$/.test(className)) return true;
  return name === 'table' && (className === 'nav' || className === 'navigation');
}

/** What a tab shows is hidden until the tab is chosen, but is for readers; so is what the search of the browser finds. */
function isHidden(name: string, role: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  const hidden = attributes.get('hidden');
  return hidden !== undefined && hidden.toLowerCase() !== 'until-found' && role !== 'tabpanel' && name !== 'main';
}

/** Whether it is a header or footer of the page, and not of an article in it. */
function isOfPage(name: string, attributes: ReadonlyMap<string, string>, parent: Element): boolean {
  const role = roleOf(attributes);
  if (role === 'banner' || role === 'contentinfo') return true;
  const isFooter = name === 'footer' || attributes.get('id') === 'footer' || attributes.get('class') === 'footer';
  if (!isFooter && name !== 'header') return false;
  for (let at: Element | undefined = parent; at; at = at.parent) {
    if (OWNERS.has(at.name) || roleOf(at.attributes) === 'main') return false;
  }
  return true;
}

/** Whether an element is silent only by the name of its class, which cannot mean what it says, as the heading that names the page is in it. */
export function isMisnamed({ silent, name, attributes, parent, holds: marks }: Element): boolean {
  if (!silent || !parent || (marks & Holds.pageHeading) === 0) return false;
  return !isSilent(name, new Map([...attributes].filter(([key]) => key !== 'class')), parent);
}

/** Whether it is the header of a page, with the heading that names the page in it. */
export function isPageHeader(element: Element): boolean {
  const isHeader = element.name === 'header' || roleOf(element.attributes) === 'banner';
  return element.silent && isHeader && holds(element, Holds.pageHeading);
}
