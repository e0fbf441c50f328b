import { type Element, isBlock, type Node } from './html-node.ts';
import type { Page } from './html-page.ts';

interface ListEntry {
  readonly nodes: Node[];
  readonly number: number | undefined;
}

/** Writes the content `nodes` of a list. `element` is the list element, if the items have one. */
export function writeList(page: Page, element: Element | undefined, nodes: readonly Node[]): void {
  const items = getItems(nodes);
  const isOrdered = element?.name === 'ol';
  const wasTight = page.out.isTight();
  const isTight = items.every(({ nodes: inside }) => countBlocks(inside) < 2);
  let number = Number.parseInt(element?.attributes.get('start') ?? '1', 10);
  if (!(number >= 0 && number < 100_000_000)) number = 1;
  for (const [index, item] of items.entries()) {
    number = item.number ?? number;
    const marker = isOrdered ? `${number}. ` : '- ';
    const box = findCheckbox(item.nodes, 3);
    const task = box ? `[${box.attributes.has('checked') ? 'x' : ' '}] ` : '';
    page.out.setTight(index === 0 ? wasTight : isTight);
    page.out.open(marker + task, ' '.repeat(marker.length));
    page.out.setTight(isTight);
    page.render(item.nodes);
    page.out.close();
    number += 1;
  }
  page.out.setTight(wasTight);
}

/** Returns the items of a list. A nested list outside of an item belongs to the preceding item; other content outside of items becomes an item. */
function getItems(nodes: readonly Node[]): ListEntry[] {
  const items: ListEntry[] = [];
  for (const node of nodes) {
    if (node.kind === 'text' && node.text.trim() === '') continue;
    if (node.kind === 'element' && node.isIgnored) continue;
    const lastItem = items.at(-1);
    if (node.kind === 'element' && node.name === 'li') {
      const value = Number.parseInt(node.attributes.get('value') ?? '', 10);
      items.push({ nodes: [...node.children], number: value >= 0 && value < 100_000_000 ? value : undefined });
    } else if (lastItem && node.kind === 'element' && isList(node)) lastItem.nodes.push(node);
    else items.push({ nodes: [node], number: undefined });
  }
  return items;
}

/** Returns whether the element is a list of items. */
export function isList({ name }: Element): boolean {
  return name === 'ul' || name === 'ol' || name === 'menu' || name === 'dir';
}

/** Counts the blocks in the nodes, without lists. Stops at two, because two blocks already require blank lines between the items. */
export function countBlocks(nodes: readonly Node[]): number {
  let count = 0;
  let isInRun = false;
  for (const node of nodes) {
    if (count >= 2) return count;
    if (node.kind === 'text' || !isBlock(node)) {
      const isFilled = node.kind === 'text' ? node.text.trim() !== '' : !node.isIgnored;
      if (isFilled && !isInRun) count += 1;
      isInRun ||= isFilled;
      continue;
    }
    isInRun = false;
    if (node.isIgnored || isList(node)) continue;
    const isContainer = ['div', 'section', 'article', 'span', 'a', 'label'].includes(node.name);
    count += isContainer ? countBlocks(node.children) : 1;
  }
  return count;
}

/** Returns the checkbox of a task if the item begins with one. */
function findCheckbox(nodes: readonly Node[], depth: number): Element | undefined {
  const firstNode = nodes.find((node) => node.kind === 'element' || node.text.trim() !== '');
  if (firstNode?.kind !== 'element' || depth === 0) return undefined;
  if (firstNode.name === 'input') return firstNode.isIgnored ? undefined : firstNode;
  return firstNode.name === 'p' || firstNode.name === 'label' ? findCheckbox(firstNode.children, depth - 1) : undefined;
}
