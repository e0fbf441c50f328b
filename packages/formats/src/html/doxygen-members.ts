import { writeCode } from './code-block.ts';
import { type Element, ElementFlag, getClasses, getElements, getText, hasFlag } from './html-node.ts';
import { type Page, writeBold } from './html-page.ts';
import { createInlineWriter } from './inline-writer.ts';
import { formatCodeSpan, writeInline } from './write-inline.ts';

/** Writes a block that Doxygen lays out with tables. Returns false if the element is not such a block. */
export function writeDoxygen(page: Page, element: Element): boolean {
  if (!element.attributes.has('class')) return false;
  const classes = getClasses(element);
  if (element.name === 'table' && classes.includes('memberdecls')) writeMembers(page, element);
  else if (element.name === 'div' && classes.includes('memproto')) writeSignature(page, element);
  else return false;
  return true;
}

/** Writes the signature of a member as code. */
function writeSignature(page: Page, element: Element): void {
  const text = getSignature(element);
  if (text !== '') writeCode(page, '', [{ text, from: element.line }]);
}

/** Writes the overview of members as a list: each signature with the sentence about it. */
function writeMembers(page: Page, table: Element): void {
  const rows = findRows(table);
  const wasTight = page.out.isTight();
  let template = '';
  for (const [at, row] of rows.entries()) {
    const kinds = getClasses(row);
    if (kinds.some((name) => name.startsWith('memitem:'))) {
      if (getElements(row).some((cell) => getClasses(cell).includes('memtemplparams'))) {
        template = `${getSignature(row)} `;
        continue;
      }
      const nextRow = rows[at + 1];
      const isDescribed = nextRow && getClasses(nextRow).some((name) => name.startsWith('memdesc:'));
      writeMember(page, row, template, isDescribed ? nextRow : undefined);
      template = '';
      page.out.setTight(true);
      continue;
    }
    // A list continues after rows that only separate its parts.
    if (kinds.some((name) => name.startsWith('memdesc:') || name.startsWith('separator:'))) continue;
    page.out.setTight(wasTight);
    for (const cell of getElements(row)) {
      const [group] = getElements(cell).filter((child) => getClasses(child).includes('groupheader'));
      if (hasFlag(row, ElementFlag.heading)) page.render(cell.children);
      else if (kinds.includes('inherit_header')) writeBold(page, removeImages(cell));
      else if (group) writeBold(page, group.children);
      // Other cells contain the description of a group of members.
      else page.render(cell.children);
    }
  }
  page.out.setTight(wasTight);
}

function writeMember(page: Page, row: Element, template: string, description: Element | undefined): void {
  const signature = template + getElements(row).map(getSignature).join(' ').trim();
  if (signature === template) return;
  page.out.open('- ', '  ');
  const writer = createInlineWriter();
  writer.raw(formatCodeSpan(signature), row.line);
  const sentence = getElements(description ?? row).filter((cell) => getClasses(cell).includes('mdescright'));
  if (sentence.length > 0) {
    writer.punctuation(':', row.line);
    writer.space();
    for (const cell of sentence) writeInline(writer, removeMoreLink(cell));
  }
  page.out.block(writer.lines(page.isInCell ? 'part of a cell' : 'lines'));
  page.out.close();
}

/** Returns the children without the link to the details, because the details follow on the same page. */
function removeMoreLink({ children }: Element): Element['children'] {
  return children.filter((child) => child.kind === 'text' || !/^More\.\.\.$/.test(getText(child.children).trim()));
}

/** Returns the children without images. In Doxygen's lists, the image is the control that collapses a list. */
function removeImages({ children }: Element): Element['children'] {
  return children.filter((child) => child.kind === 'text' || child.name !== 'img');
}

function getSignature(element: Element): string {
  return getText(element.children)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\( /g, '(')
    .replaceAll(/ ([,)])/g, '$1')
    .trim();
}

function findRows(element: Element): Element[] {
  return getElements(element).flatMap((child) => (child.name === 'tr' ? [child] : findRows(child)));
}
