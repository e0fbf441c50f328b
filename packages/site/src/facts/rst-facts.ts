import { getElementAt } from '@context-sync/base';
import { createTermAnchor, makeId, removeRstMarks } from '@context-sync/formats';
import { readContents } from './contents-facts.ts';
import type { DocumentFacts, HeadingFact, LabelPlace } from './document-facts.ts';
import { readObjects } from './object-facts.ts';

const ADORNMENT_PATTERN = /^([!-/:-@[-`{-~])\1*\s*$/;
const LABEL_PATTERN = /^(\s*)\.\. _(?:`([^`]+)`|((?:[^\\:]|\\.)+)):\s*$/;
const NAME_OPTION = /^\s+:name:\s+(.+?)\s*$/;
const INCLUDE_PATTERN = /^\s*\.\. include::\s+(\S+)\s*$/;
const GLOSSARY_PATTERN = /^(\s*)\.\. glossary::/;

/** Extracts the sections, labels, glossary terms and includes of reStructuredText. */
export function readRstFacts(text: string): DocumentFacts {
  const lines = text.split('\n');
  const headings: HeadingFact[] = [];
  const labels: Record<string, LabelPlace> = {};
  const terms: Record<string, LabelPlace> = {};
  const includes: string[] = [];
  const styles: string[] = [];
  let pendingLabels: string[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const line = getElementAt(lines, index);
    const label = LABEL_PATTERN.exec(line);
    if (label) {
      pendingLabels.push(normalizeName(label[2] ?? label[3] ?? ''));
      continue;
    }
    const heading = parseHeadingAt(lines, index, styles);
    if (heading) {
      headings.push({ text: heading.text, level: heading.level });
      for (const name of pendingLabels) addPlace(labels, name, heading.text);
      pendingLabels = [];
      index = heading.last;
      continue;
    }
    if (line.trim() === '') continue;
    for (const name of pendingLabels) addPlace(labels, name, undefined);
    pendingLabels = [];
    const option = NAME_OPTION.exec(line)?.[1];
    if (option !== undefined) addPlace(labels, normalizeName(option), undefined);
    const include = INCLUDE_PATTERN.exec(line)?.[1];
    if (include !== undefined) includes.push(include);
    const glossary = GLOSSARY_PATTERN.exec(line);
    if (glossary) addTerms(lines, index + 1, getElementAt(glossary, 1).length, terms);
  }
  for (const name of pendingLabels) addPlace(labels, name, undefined);
  const children = readContents(text);
  const objects = readObjects(text);
  const title = headings[0]?.text;
  return {
    ...(title === undefined ? {} : { title }),
    ...(headings.length === 0 ? {} : { headings }),
    ...(Object.keys(labels).length === 0 ? {} : { labels }),
    ...(Object.keys(terms).length === 0 ? {} : { terms }),
    ...(includes.length === 0 ? {} : { includes }),
    ...(objects.length === 0 ? {} : { objects }),
    ...(children.length === 0 ? {} : { children }),
  };
}

/** Returns the name in the form that docutils compares: in lowercase, with collapsed white space. */
export function normalizeName(name: string): string {
  return name.replaceAll(/\\(.)/g, '$1').replaceAll(/\s+/g, ' ').trim().toLowerCase();
}

function addPlace(labels: Record<string, LabelPlace>, name: string, title: string | undefined): void {
  if (Object.hasOwn(labels, name)) return;
  labels[name] = { anchor: makeId(name) || name, ...(title === undefined ? {} : { title }) };
}

/** Returns the section title that starts at a line, optionally with an overline, and the title's last line. */
function parseHeadingAt(
  lines: readonly string[],
  index: number,
  styles: string[],
): { text: string; level: number; last: number } | undefined {
  const firstLine = getElementAt(lines, index);
  if (firstLine.trim() === '') return undefined;
  const isOver = ADORNMENT_PATTERN.test(firstLine) && firstLine.trim().length >= 2;
  const text = isOver ? (lines[index + 1] ?? '') : firstLine;
  const underlineText = (isOver ? lines[index + 2] : lines[index + 1]) ?? '';
  if (text.trim() === '' || ADORNMENT_PATTERN.test(text) || !ADORNMENT_PATTERN.test(underlineText)) return undefined;
  if (isOver ? underlineText.trim() !== firstLine.trim() : /^\s/.test(text)) return undefined;
  const width = underlineText.trim().length;
  if (width < 3 && width < text.trim().length) return undefined;
  if (!isOver && width < 4 && width < text.trim().length) return undefined;
  const style = `${isOver ? 'o' : ''}${underlineText[0]}`;
  if (!styles.includes(style)) styles.push(style);
  return { text: removeRstMarks(text.trim()), level: styles.indexOf(style) + 1, last: index + (isOver ? 2 : 1) };
}

/** Adds the terms of a glossary. Terms are the lines with the smallest indentation in the glossary. */
function addTerms(lines: readonly string[], from: number, outer: number, terms: Record<string, LabelPlace>): void {
  let indent = -1;
  for (let index = from; index < lines.length; index += 1) {
    const line = getElementAt(lines, index);
    if (line.trim() === '') continue;
    const indentWidth = line.length - line.trimStart().length;
    if (indentWidth <= outer) return;
    if (indent < 0 && line.trim().startsWith(':')) continue;
    if (indent < 0) indent = indentWidth;
    if (indentWidth !== indent || line.trim().startsWith('..')) continue;
    const term = removeRstMarks(getElementAt(line.trim().split(/\s+:\s+/), 0).trim());
    if (term === '' || Object.hasOwn(terms, term.toLowerCase())) continue;
    terms[term.toLowerCase()] = { anchor: createTermAnchor(term), title: term };
  }
}
