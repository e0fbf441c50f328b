import { writeAdmonition } from './admonition.ts';
import { isCodeBlock, writeCodeBlock } from './code-block.ts';
import { writeDefinitionList } from './definition-list.ts';
import { writeDoxygen } from './doxygen-members.ts';
import { type Element, getClasses, getElements, isBlock, type Node } from './html-node.ts';
import { getAnchor, type Page, setAnchor, writeBold, writeParagraph } from './html-page.ts';
import { HEADING_TAGS } from './html-tags.ts';
import { getDestination } from './link-destination.ts';
import { isGeneratedTitle, isSection } from './section-heading.ts';
import { findAnchor, writeHeading } from './write-heading.ts';
import { isList, writeList } from './write-list.ts';
import { writeTable } from './write-table.ts';

/** Classes of the lists with which Javadoc lays out sections. */
const LAYOUT_LISTS = new Set([
  'block-list',
  'blocklist',
  'blocklistlast',
  'details-list',
  'member-list',
  'summary-list',
]);

const TITLE_CLASSES = new Set(['title', 'rubric', 'topic-title']);

/** Ids that skip links point to; they do not identify a section. */
const SKIP_LINK_TARGET = /^(?:main|content|main[-_]?content)$/i;

/** Writes nodes as blocks; inline content between blocks becomes paragraphs. */
export function writeBlocks(page: Page, nodes: readonly Node[]): void {
  let run: Node[] = [];
  let items: Element[] = [];
  const flush = () => {
    if (items.length > 0) writeList(page, undefined, items);
    // The id of a section takes precedence over other anchors.
    if (run.length > 0 && !writeParagraph(page, run) && !getAnchor(page)) setAnchor(page, findAnchor(run));
    items = [];
    run = [];
  };
  for (const node of nodes) {
    if (node.kind === 'text' || !isBlock(node)) {
      // Ignore white space between items.
      if (items.length > 0 && (node.kind === 'text' ? node.text.trim() === '' : node.isIgnored)) continue;
      if (items.length > 0) flush();
      run.push(node);
    } else if (node.isIgnored) continue;
    else if (node.name === 'li') {
      if (run.length > 0) flush();
      items.push(node);
    } else {
      flush();
      writeBlock(page, node);
    }
  }
  flush();
}

const WRITERS: ReadonlyMap<string, (page: Page, element: Element) => void> = new Map([
  ['a', writeLinkedBlocks],
  ['blockquote', writeQuote],
  ['dl', writeDefinitionList],
  ['hr', writeRule],
  ['table', writeTable],
]);

function writeBlock(page: Page, element: Element): void {
  const { name, children } = element;
  const write = WRITERS.get(name);
  if (writeDoxygen(page, element)) return;
  if (isGeneratedTitle(element)) writeHeading(page, { ...element, name: 'h1' });
  else if (isLayoutList(element)) for (const item of getElements(element)) page.render(item.children);
  else if (write) write(page, element);
  else if (HEADING_TAGS.has(name)) writeHeading(page, element);
  else if (isCodeBlock(element)) writeCodeBlock(page, element);
  else if (isList(element)) writeList(page, element, children);
  else if (getSummaryLevel(element) > 0) writeHeading(page, { ...element, name: `h${getSummaryLevel(element)}` });
  else if (isTitle(element)) writeBold(page, children);
  else {
    // A line of text, such as a version, may precede the heading of a section.
    if (isSection(element) && !SKIP_LINK_TARGET.test(element.attributes.get('id') ?? ''))
      setAnchor(page, element.attributes.get('id'), 1);
    if (!writeAdmonition(page, element)) writeBlocks(page, children);
  }
}

/** Returns whether the element is a title without a section: of details, of a block, or of a Sphinx topic or rubric. */
function isTitle(element: Element): boolean {
  if (element.children.some(isBlock)) return false;
  if (element.name === 'summary') return true;
  return (
    (element.name === 'p' || element.name === 'div') && getClasses(element).some((name) => TITLE_CLASSES.has(name))
  );
}

/** Returns the heading level of the summary of details that consist of sections; 0 for all other elements. */
function getSummaryLevel({ name, parent }: Element): number {
  if (name !== 'summary' || parent?.name !== 'details') return 0;
  const firstChild = getElements(parent).find((child) => child.name !== 'summary' && !child.isIgnored);
  return firstChild && HEADING_TAGS.has(firstChild.name) ? Math.max(Number(firstChild.name.slice(1)) - 1, 1) : 0;
}

/** Returns whether the list only lays out sections, as in Javadoc. */
function isLayoutList(element: Element): boolean {
  return (
    isList(element) && element.attributes.has('class') && getClasses(element).some((name) => LAYOUT_LISTS.has(name))
  );
}

function writeRule(page: Page, { line }: Element): void {
  // On the first line, a thematic break would start front matter.
  const lastLine = page.out.lines().at(-1);
  if (lastLine && lastLine.text !== '---' && !page.isInCell) page.out.block([{ text: '---', from: line }]);
}

function writeQuote(page: Page, { children }: Element): void {
  if (page.isInCell) {
    writeBlocks(page, children);
    return;
  }
  const wasTight = page.out.isTight();
  page.out.open('> ', '> ');
  page.out.setTight(false);
  writeBlocks(page, children);
  page.out.close();
  page.out.setTight(wasTight);
}

/** Writes a link around blocks: the first text in them becomes the link. */
function writeLinkedBlocks(page: Page, { attributes, children }: Element): void {
  page.link = getDestination(attributes.get('href'));
  writeBlocks(page, children);
  page.link = undefined;
}
