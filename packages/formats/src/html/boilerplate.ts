import { type Element, ElementFlag, hasFlag } from './html-node.ts';
import { BOILERPLATE_TAGS } from './html-tags.ts';

/** Roles of elements that are for navigation, not content. */
const BOILERPLATE_ROLES = new Set(['navigation', 'search', 'menubar', 'toolbar']);

/** Class names with which common generators mark navigation. */
const BOILERPLATE_CLASSES = new Set(
  `bottomnav dyncontent dynheader headerlink ingroups last-updated legalcopy nav-panel navfooter navheader navlist navpath next-prev nextprev pager
  page-nav pagination prev-next prevnext related rst-footer-buttons search-results search-results-title sidebar-nav skip-link skipnav
  sphinxsidebar subnav subnavlist table-of-contents theme-doc-footer toc topnav`.split(/\s+/),
);

/** Ids with which common generators mark navigation and the search. */
const BOILERPLATE_IDS = new Set(
  `ft global-nav main-nav msearchresultswindow msearchselectwindow nav-path nav-tree searchbox side-nav sidebar titlearea`.split(
    /\s+/,
  ),
);

/** Elements that can have their own header or footer. */
const HEADER_OWNERS = new Set(['article', 'aside', 'blockquote', 'dialog', 'figure', 'main', 'section', 'td']);

/**
 * Returns whether an element is boilerplate: hidden, a control, not text, or navigation. Checks only its tag, attributes and ancestors, not its
 * content.
 */
export function isBoilerplate(name: string, attributes: ReadonlyMap<string, string>, parent: Element): boolean {
  if (isFormula(name, attributes)) return false;
  // Checkboxes are kept, because the writer for list items renders them as tasks.
  if (BOILERPLATE_TAGS.has(name)) return name !== 'input' || attributes.get('type')?.toLowerCase() !== 'checkbox';
  if (name === 'dialog' && !attributes.has('open')) return true;
  const role = getRole(attributes);
  if (BOILERPLATE_ROLES.has(role) || isHidden(name, role, attributes)) return true;
  const classes = attributes.get('class');
  // Doxygen puts links to the sections of the page next to its title.
  if (classes === 'summary' && parent.attributes.get('class') === 'header') return true;
  if (classes?.split(/\s+/).some((one) => isBoilerplateClass(name, one.toLowerCase()))) return true;
  if (BOILERPLATE_IDS.has(attributes.get('id')?.toLowerCase() ?? '')) return true;
  return isPageHeaderOrFooter(name, attributes, parent);
}

/** Returns whether the element is a formula in TeX that a script on the page renders. */
export function isFormula(name: string, attributes: ReadonlyMap<string, string>): boolean {
  return name === 'script' && attributes.get('type')?.startsWith('math/tex') === true;
}

function getRole(attributes: ReadonlyMap<string, string>): string {
  return attributes.get('role')?.trim().toLowerCase() ?? '';
}

function isBoilerplateClass(name: string, className: string): boolean {
  if (BOILERPLATE_CLASSES.has(className) || /(?:^|[-_])breadcrumbs?$/.test(className)) return true;
  return name === 'table' && (className === 'nav' || className === 'navigation');
}

/** Returns whether the element is hidden. Inactive tabs and content with `hidden="until-found"` are not treated as hidden, because readers can display them. */
function isHidden(name: string, role: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.get('aria-hidden')?.trim().toLowerCase() === 'true') return true;
  const hiddenAttribute = attributes.get('hidden');
  return (
    hiddenAttribute !== undefined &&
    hiddenAttribute.toLowerCase() !== 'until-found' &&
    role !== 'tabpanel' &&
    name !== 'main'
  );
}

/** Returns whether the element is a header or footer of the page, not of an article in it. */
function isPageHeaderOrFooter(name: string, attributes: ReadonlyMap<string, string>, parent: Element): boolean {
  const role = getRole(attributes);
  if (role === 'banner' || role === 'contentinfo') return true;
  const isFooter = name === 'footer' || attributes.get('id') === 'footer' || attributes.get('class') === 'footer';
  if (!isFooter && name !== 'header') return false;
  for (let at: Element | undefined = parent; at; at = at.parent) {
    if (HEADER_OWNERS.has(at.name) || getRole(at.attributes) === 'main') return false;
  }
  return true;
}

/** Returns whether an element is treated as boilerplate only because of its class name or id, although it contains the page's main heading. */
export function isFalseBoilerplate({ isIgnored, name, attributes, parent, flags }: Element): boolean {
  if (!isIgnored || !parent || (flags & ElementFlag.pageHeading) === 0) return false;
  return !isBoilerplate(name, new Map([...attributes].filter(([key]) => key !== 'class' && key !== 'id')), parent);
}

/** Returns whether the element is the page's header and contains its main heading. */
export function isPageHeader(element: Element): boolean {
  const isHeader = element.name === 'header' || getRole(element.attributes) === 'banner';
  return element.isIgnored && isHeader && hasFlag(element, ElementFlag.pageHeading);
}
