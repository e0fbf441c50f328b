const LEADS: ReadonlyMap<string, string> = new Map([
  ['NOTE', 'Note'],
  ['TIP', 'Tip'],
  ['IMPORTANT', 'Important'],
  ['WARNING', 'Warning'],
  ['CAUTION', 'Caution'],
]);

/** Returns the label of a block with this style. */
export function admonitionLead(style: string): string | undefined {
  return LEADS.get(style);
}

const LABEL = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)/;

/** Returns the label and its length in the text if a paragraph begins with `NOTE: ` or another admonition. */
export function admonitionLabel(text: string): { lead: string; length: number } | undefined {
  const match = LABEL.exec(text);
  return match ? { lead: LEADS.get(match[1] ?? '') ?? '', length: match[0].length } : undefined;
}
