import { type Element, ElementFlag, elementsOf, hasFlag, isBlock, type Node, textOf } from './node.ts';
import { isSiteName } from './page-title.ts';
import { isPermalink } from './permalink.ts';
import { isGeneratedTitle } from './section.ts';

/** Minimum length of text outside of links, in letters, that is required to locate the content of a page. */
const MIN_CONTENT_LETTERS = 200;

/** Minimum share of the page's text outside of links that the content element must contain. */
const MIN_CONTENT_SHARE = 0.85;

/** Minimum share of letters in links for a block to count as navigation. */
const MIN_LINK_SHARE = 0.5;

/** Maximum length of a block that can be boilerplate, in letters. */
const MAX_FURNITURE_LETTERS = 60;

/** Elements that divide a page, as opposed to elements within a text. */
const LAYOUT_TAGS = new Set([
  'address',
  'aside',
  'center',
  'div',
  'form',
  'section',
  'table',
  'tbody',
  'td',
  'tr',
  'ul',
]);

/** The page-dividing elements that are boilerplate if they are short. */
const BOX_TAGS = new Set(['address', 'aside', 'center', 'div', 'form']);

/** Elements that may contain only the main content. */
const WRAPPERS = new Set(['article', 'center', 'div', 'form', 'section', 'table', 'tbody', 'td', 'tr']);

const STATUS_LINE =
  /^(?:©|\(c\)|copyright\b|last (?:updated?|modified|changed|built)\b|(?:powered|generated|created|built) (?:by|on|with|using)\b)/i;

const PAGE_TURN =
  /^(?:(?:previous|prev|next|up|home|top|index|contents?|back to top|page|topic|chapter)\b|[«»‹›<>←→↑|:·\s-])+$/i;

const SECTION = /^h[2-6]$/;

interface LinkMass {
  readonly letters: number;
  readonly linked: number;
  readonly links: number;
}

/**
 * Ignores the boilerplate around the content of a page without `main`, `article` or roles: blocks of links, short blocks next to the content,
 * the heading that names the site, links to the previous and next page, and the line with the date or copyright.
 */
export function ignoreFurniture(root: Element, title: string | undefined): void {
  ignoreSiteHeading(root, title);
  const masses = new Map<Element, LinkMass>();
  const { letters, linked } = measure(root, masses);
  const text = letters - linked;
  if (text < MIN_CONTENT_LETTERS) return;
  let content = root;
  for (let inner = contentIn(content, masses, text); inner; inner = contentIn(content, masses, text)) {
    const hasTitle = hasFlag(inner, ElementFlag.pageHeading);
    for (const sibling of elementsOf(content))
      if (sibling !== inner && isFurniture(sibling, masses, hasTitle)) sibling.isIgnored = true;
    content = inner;
  }
  ignoreEdge(elementsOf(content), masses);
  ignoreEdge(elementsOf(content).reverse(), masses);
}

function contentIn(element: Element, masses: ReadonlyMap<Element, LinkMass>, text: number): Element | undefined {
  const children = elementsOf(element);
  const at = children.findIndex((child) => {
    const mass = masses.get(child);
    return WRAPPERS.has(child.name) && mass !== undefined && mass.letters - mass.linked >= MIN_CONTENT_SHARE * text;
  });
  // Blocks after a section heading are part of the text, such as the signature and the description of a function.
  const isSection = children.slice(0, Math.max(at, 0)).some(({ name, isIgnored }) => SECTION.test(name) && !isIgnored);
  return isSection ? undefined : children[at];
}

function isFurniture(element: Element, masses: ReadonlyMap<Element, LinkMass>, hasTitle: boolean): boolean {
  const mass = masses.get(element);
  if (!mass || mass.letters === 0) return false;
  if (isLine(element, mass)) return true;
  if (!LAYOUT_TAGS.has(element.name) || hasGeneratedTitle(element)) return false;
  if (!hasTitle && hasFlag(element, ElementFlag.heading)) return false;
  const isLinks = mass.links > 1 && mass.linked >= MIN_LINK_SHARE * mass.letters;
  // A sentence belongs to the text, regardless of its length.
  const isShort = mass.letters <= MAX_FURNITURE_LETTERS && !/[.!?:]$/.test(textOf([element]).trim());
  return isLinks || (isShort && BOX_TAGS.has(element.name));
}

function hasGeneratedTitle(element: Element): boolean {
  return isGeneratedTitle(element) || elementsOf(element).some(hasGeneratedTitle);
}

/** Ignores boilerplate blocks at the start, up to the first block that is text. */
function ignoreEdge(blocks: readonly Element[], masses: ReadonlyMap<Element, LinkMass>): void {
  for (const block of blocks) {
    const mass = masses.get(block);
    if (block.isIgnored || block.name === 'hr' || !mass || mass.letters === 0) continue;
    if (!isLine(block, mass)) return;
    block.isIgnored = true;
  }
}

/** Returns whether a block only links to the previous or next page, or only contains the date, copyright or generator of the page. */
function isLine(block: Element, mass: LinkMass): boolean {
  if (mass.letters > MAX_FURNITURE_LETTERS || hasFlag(block, ElementFlag.heading)) return false;
  const text = textOf([block]).replaceAll(/\s+/g, ' ').trim();
  return STATUS_LINE.test(text) || PAGE_TURN.test(text);
}

/** Ignores a first heading that names the site if the page has another heading of the highest level. */
function ignoreSiteHeading(root: Element, title: string | undefined): void {
  const headings: Element[] = [];
  collect(root, headings);
  const [first] = headings;
  if (!first || headings.length < 2) return;
  const text = textOf(first.children).replaceAll(/\s+/g, ' ').trim();
  if (isSiteName(text, title) || isHomeLink(first)) first.isIgnored = true;
}

function collect(element: Element, headings: Element[]): void {
  for (const child of elementsOf(element)) {
    if (child.isIgnored || !hasFlag(child, ElementFlag.pageHeading)) continue;
    if (child.name === 'h1') headings.push(child);
    else collect(child, headings);
  }
}

/** Returns whether all of the heading is a link to the start page of the site. */
function isHomeLink(heading: Element): boolean {
  const filled = heading.children.filter((child) => child.kind === 'element' || child.text.trim() !== '');
  const [link] = filled;
  if (filled.length !== 1 || link?.kind !== 'element' || link.name !== 'a') return false;
  return /^(?:(?:\.{1,2}\/)*|\/|https?:\/\/[^/]+\/?)(?:index\.html?)?$/.test(link.attributes.get('href') ?? '#');
}

function measure(element: Element, masses: Map<Element, LinkMass>, isInLink = false): LinkMass {
  let mass: LinkMass = { letters: 0, linked: 0, links: 0 };
  for (const child of element.children) mass = add(mass, massOf(child, masses, isInLink));
  masses.set(element, mass);
  return mass;
}

function massOf(node: Node, masses: Map<Element, LinkMass>, isInLink: boolean): LinkMass {
  if (node.kind === 'text') {
    const letters = node.text.replaceAll(/[^\p{L}\p{N}]+/gu, '').length;
    return { letters, linked: isInLink ? letters : 0, links: 0 };
  }
  if (node.isIgnored || isPermalink(node)) return { letters: 0, linked: 0, links: 0 };
  const isLink = node.name === 'a' && node.attributes.has('href') && !isBlock(node);
  const mass = measure(node, masses, isInLink || isLink);
  return isLink ? { ...mass, links: mass.links + 1 } : mass;
}

function add(a: LinkMass, b: LinkMass): LinkMass {
  return { letters: a.letters + b.letters, linked: a.linked + b.linked, links: a.links + b.links };
}
