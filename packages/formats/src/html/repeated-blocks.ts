import { type Element, ElementFlag, getElements, hasFlag, isBlock, type Node } from './html-node.ts';
import { parseDocument } from './parse-document.ts';
import { isPermalink } from './permalink.ts';

/** Minimum share of a block's letters that must repeat on other pages. Menus differ slightly between pages, because each page expands its own part of the menu. */
const MIN_REPEATED_SHARE = 0.8;

/** Minimum length of a repeated block that is omitted, in letters, unless the block consists of links. Shorter blocks are labels, such as `Returns:`. */
const MIN_BLOCK_LETTERS = 40;

/** Minimum number of letters that must remain on a page. A page with fewer letters of its own is a copy of another page, and none of its blocks are omitted. */
const MIN_REMAINING_LETTERS = 20;

/** Number of letters that are compared to decide whether two texts are equal. */
const MAX_KEY_LENGTH = 200;

/** Elements that are omitted only together with the surrounding block, because they are parts of that block. */
const PARTS = new Set(['caption', 'dd', 'dt', 'li', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr']);

const HEADING_PATTERN = /^h[1-6]$/;

interface BlockCounts {
  readonly letters: number;
  readonly repeated: number;
  readonly linked: number;
  readonly links: number;
}

const EMPTY_MASS: BlockCounts = { letters: 0, repeated: 0, linked: 0, links: 0 };

/** Returns the normalized text of each innermost block of a page, which identifies blocks that repeat on other pages of the site. */
export function extractBlockTexts(html: string): ReadonlySet<string> {
  const texts = new Set<string>();
  collect(parseDocument(html).root, texts);
  texts.delete('');
  return texts;
}

function collect(element: Element, texts: Set<string>): void {
  for (const run of splitRuns(element)) texts.add(getKey(run));
  for (const child of getElements(element)) if (isBlock(child) && !child.isIgnored) collect(child, texts);
}

/** Marks the blocks of a page as ignored if their text repeats on most pages of the site. */
export function ignoreRepeated(root: Element, repeatedBlocks: ReadonlySet<string>): void {
  if (repeatedBlocks.size === 0) return;
  const countsByElement = new Map<Element, BlockCounts>();
  const { letters } = measure(root, repeatedBlocks, countsByElement);
  const repetitions = findRepeatedBlocks(root, countsByElement);
  const removedLetters = repetitions.reduce((sum, element) => sum + (countsByElement.get(element)?.letters ?? 0), 0);
  if (letters - removedLetters < MIN_REMAINING_LETTERS) return;
  for (const element of repetitions) element.isIgnored = true;
}

/** Returns the outermost blocks that repeat. */
function findRepeatedBlocks(element: Element, masses: ReadonlyMap<Element, BlockCounts>): Element[] {
  return getElements(element).flatMap((child) => {
    const childCounts = masses.get(child);
    if (!childCounts || childCounts.repeated === 0) return [];
    return isRepeated(child, childCounts) ? [child] : findRepeatedBlocks(child, masses);
  });
}

function isRepeated(element: Element, { letters, repeated, linked, links }: BlockCounts): boolean {
  if (PARTS.has(element.name) || HEADING_PATTERN.test(element.name) || hasFlag(element, ElementFlag.pageHeading))
    return false;
  if (repeated < MIN_REPEATED_SHARE * letters) return false;
  const isMenu = links > 1 && linked >= MIN_REPEATED_SHARE * letters && !hasFlag(element, ElementFlag.heading);
  return isMenu || repeated >= MIN_BLOCK_LETTERS;
}

function measure(
  element: Element,
  repeatedBlocks: ReadonlySet<string>,
  masses: Map<Element, BlockCounts>,
): BlockCounts {
  let blockCounts = EMPTY_MASS;
  for (const run of splitRuns(element)) blockCounts = add(blockCounts, countRun(run, repeatedBlocks));
  for (const child of getElements(element))
    if (isBlock(child) && !child.isIgnored) blockCounts = add(blockCounts, measure(child, repeatedBlocks, masses));
  masses.set(element, blockCounts);
  return blockCounts;
}

function countRun(run: readonly Node[], repeatedBlocks: ReadonlySet<string>): BlockCounts {
  const { length } = getLetters(run);
  const links = run.flatMap(findLinks);
  const linkedLetters = links.reduce((sum, link) => sum + getLetters(link.children).length, 0);
  return {
    letters: length,
    repeated: repeatedBlocks.has(getKey(run)) ? length : 0,
    linked: linkedLetters,
    links: links.length,
  };
}

/** Returns the runs of text and inline elements between the blocks of an element. */
function splitRuns(element: Element): Node[][] {
  const runs: Node[][] = [[]];
  for (const child of element.children) {
    if (isBlock(child)) runs.push([]);
    else runs.at(-1)?.push(child);
  }
  return runs.filter((run) => run.length > 0);
}

function findLinks(node: Node): Element[] {
  if (node.kind === 'text' || node.isIgnored) return [];
  return node.name === 'a' && node.attributes.has('href') ? [node] : node.children.flatMap(findLinks);
}

function getKey(run: readonly Node[]): string {
  return getLetters(run).slice(0, MAX_KEY_LENGTH);
}

function getLetters(nodes: readonly Node[]): string {
  return nodes
    .map(getText)
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

function getText(node: Node): string {
  if (node.kind === 'text') return node.text;
  return node.isIgnored || isPermalink(node) ? '' : node.children.map(getText).join('');
}

function add(a: BlockCounts, b: BlockCounts): BlockCounts {
  return {
    letters: a.letters + b.letters,
    repeated: a.repeated + b.repeated,
    linked: a.linked + b.linked,
    links: a.links + b.links,
  };
}
