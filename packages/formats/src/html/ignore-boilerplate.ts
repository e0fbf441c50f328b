import { type Element, ElementFlag, getElements, getText, hasFlag, isBlock, type Node } from './html-node.ts';
import { isSiteName } from './page-title.ts';
import { isPermalink } from './permalink.ts';
import { isGeneratedTitle } from './section-heading.ts';

/** Minimum length of text outside of links, in letters, that is required to locate the content of a page. */
const MIN_CONTENT_LETTERS = 200;

/** Minimum share of the page's text outside of links that the content element must contain. */
const MIN_CONTENT_SHARE = 0.85;

/** Minimum share of letters in links with which a block is treated as navigation. */
const MIN_LINK_SHARE = 0.5;

/** Maximum length of a block that can be boilerplate, in letters. */
const MAX_BOILERPLATE_LETTERS = 60;

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

const SECTION_PATTERN = /^h[2-6]$/;

interface LinkCounts {
  readonly letters: number;
  readonly linked: number;
  readonly links: number;
}

/**
 * Ignores the boilerplate around the content of a page without `main`, `article` or roles: blocks of links, short blocks next to the content, the
 * heading that names the site, links to the previous and next page, and the line with the date or copyright.
 */
export function ignoreBoilerplate(root: Element, title: string | undefined): void {
  ignoreSiteHeading(root, title);
  const countsByElement = new Map<Element, LinkCounts>();
  const { letters, linked } = measure(root, countsByElement);
  const text = letters - linked;
  if (text < MIN_CONTENT_LETTERS) return;
  let content = root;
  for (
    let innerContent = findContent(content, countsByElement, text);
    innerContent;
    innerContent = findContent(content, countsByElement, text)
  ) {
    const hasTitle = hasFlag(innerContent, ElementFlag.pageHeading);
    for (const siblingElement of getElements(content))
      if (siblingElement !== innerContent && isPageBoilerplate(siblingElement, countsByElement, hasTitle))
        siblingElement.isIgnored = true;
    content = innerContent;
  }
  ignoreEdge(getElements(content), countsByElement);
  ignoreEdge(getElements(content).reverse(), countsByElement);
}

function findContent(element: Element, masses: ReadonlyMap<Element, LinkCounts>, text: number): Element | undefined {
  const children = getElements(element);
  const index = children.findIndex((child) => {
    const childCounts = masses.get(child);
    return (
      WRAPPERS.has(child.name) &&
      childCounts !== undefined &&
      childCounts.letters - childCounts.linked >= MIN_CONTENT_SHARE * text
    );
  });
  // Blocks after a section heading are part of the text, such as the signature and the description of a function.
  const isSection = children
    .slice(0, Math.max(index, 0))
    .some(({ name, isIgnored }) => SECTION_PATTERN.test(name) && !isIgnored);
  return isSection ? undefined : children[index];
}

function isPageBoilerplate(element: Element, masses: ReadonlyMap<Element, LinkCounts>, hasTitle: boolean): boolean {
  const linkCounts = masses.get(element);
  if (!linkCounts || linkCounts.letters === 0) return false;
  if (isLine(element, linkCounts)) return true;
  if (!LAYOUT_TAGS.has(element.name) || hasGeneratedTitle(element)) return false;
  if (!hasTitle && hasFlag(element, ElementFlag.heading)) return false;
  const isLinks = linkCounts.links > 1 && linkCounts.linked >= MIN_LINK_SHARE * linkCounts.letters;
  // A sentence belongs to the text, regardless of its length.
  const isShort = linkCounts.letters <= MAX_BOILERPLATE_LETTERS && !/[.!?:]$/.test(getText([element]).trim());
  return isLinks || (isShort && BOX_TAGS.has(element.name));
}

function hasGeneratedTitle(element: Element): boolean {
  return isGeneratedTitle(element) || getElements(element).some(hasGeneratedTitle);
}

/** Ignores boilerplate blocks at the start, up to the first block that is text. */
function ignoreEdge(blocks: readonly Element[], masses: ReadonlyMap<Element, LinkCounts>): void {
  for (const block of blocks) {
    const blockCounts = masses.get(block);
    if (block.isIgnored || block.name === 'hr' || !blockCounts || blockCounts.letters === 0) continue;
    if (!isLine(block, blockCounts)) return;
    block.isIgnored = true;
  }
}

/** Returns whether a block only links to the previous or next page, or only contains the date, copyright or generator of the page. */
function isLine(block: Element, mass: LinkCounts): boolean {
  if (mass.letters > MAX_BOILERPLATE_LETTERS || hasFlag(block, ElementFlag.heading)) return false;
  const text = getText([block]).replaceAll(/\s+/g, ' ').trim();
  return STATUS_LINE.test(text) || PAGE_TURN.test(text);
}

/** Ignores a first heading that names the site if the page has another heading of the highest level. */
function ignoreSiteHeading(root: Element, title: string | undefined): void {
  const headings: Element[] = [];
  collect(root, headings);
  const [first] = headings;
  if (!first || headings.length < 2) return;
  const text = getText(first.children).replaceAll(/\s+/g, ' ').trim();
  if (isSiteName(text, title) || isHomeLink(first)) first.isIgnored = true;
}

function collect(element: Element, headings: Element[]): void {
  for (const child of getElements(element)) {
    if (child.isIgnored || !hasFlag(child, ElementFlag.pageHeading)) continue;
    if (child.name === 'h1') headings.push(child);
    else collect(child, headings);
  }
}

/** Returns whether all of the heading is a link to the start page of the site. */
function isHomeLink(heading: Element): boolean {
  const filledChildren = heading.children.filter((child) => child.kind === 'element' || child.text.trim() !== '');
  const [link] = filledChildren;
  if (filledChildren.length !== 1 || link?.kind !== 'element' || link.name !== 'a') return false;
  return /^(?:(?:\.{1,2}\/)*|\/|https?:\/\/[^/]+\/?)(?:index\.html?)?$/.test(link.attributes.get('href') ?? '#');
}

function measure(element: Element, masses: Map<Element, LinkCounts>, isInLink = false): LinkCounts {
  let linkCounts: LinkCounts = { letters: 0, linked: 0, links: 0 };
  for (const child of element.children) linkCounts = add(linkCounts, countLinks(child, masses, isInLink));
  masses.set(element, linkCounts);
  return linkCounts;
}

function countLinks(node: Node, masses: Map<Element, LinkCounts>, isInLink: boolean): LinkCounts {
  if (node.kind === 'text') {
    const letters = node.text.replaceAll(/[^\p{L}\p{N}]+/gu, '').length;
    return { letters, linked: isInLink ? letters : 0, links: 0 };
  }
  if (node.isIgnored || isPermalink(node)) return { letters: 0, linked: 0, links: 0 };
  const isLink = node.name === 'a' && node.attributes.has('href') && !isBlock(node);
  const nodeCounts = measure(node, masses, isInLink || isLink);
  return isLink ? { ...nodeCounts, links: nodeCounts.links + 1 } : nodeCounts;
}

function add(a: LinkCounts, b: LinkCounts): LinkCounts {
  return { letters: a.letters + b.letters, linked: a.linked + b.linked, links: a.links + b.links };
}
