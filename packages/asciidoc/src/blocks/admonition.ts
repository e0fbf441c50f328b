import { getElementAt } from '@context-sync/base';

const ADMONITION_LABELS: ReadonlyMap<string, string> = new Map([
  ['NOTE', 'Note'],
  ['TIP', 'Tip'],
  ['IMPORTANT', 'Important'],
  ['WARNING', 'Warning'],
  ['CAUTION', 'Caution'],
]);

/** Returns the label of an admonition style, such as `Note`; undefined for other styles. */
export function getStyleLabel(style: string): string | undefined {
  return ADMONITION_LABELS.get(style);
}

const LABEL_PATTERN = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)/;

/** Returns the label and its length in the text if a paragraph begins with `NOTE: ` or another admonition. */
export function parseAdmonitionLabel(text: string): { label: string; length: number } | undefined {
  const match = LABEL_PATTERN.exec(text);
  return match ? { label: ADMONITION_LABELS.get(getElementAt(match, 1)) ?? '', length: match[0].length } : undefined;
}
