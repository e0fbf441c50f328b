const LEADS: ReadonlyMap<string, string> = new Map([
  ['NOTE', 'Note'],
  ['TIP', 'Tip'],
  ['IMPORTANT', 'Important'],
  ['WARNING', 'Warning'],
  ['CAUTION', 'Caution'],
]);

/** What a block of this style begins with. */
export function admonitionLead(style: string): string | undefined {
  return LEADS.get(style);
}

const LABEL = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION):[ \t]+(?=\S)/;

/** The lead of a paragraph that begins with `NOTE: `, and how long that is. */
export function admonitionLabel(text: string): { lead: string; length: number } | undefined {
  const match = LABEL.exec(text);
  return match ? { lead: LEADS.get(match[1] ?? '') ?? '', length: match[0].length } : undefined;
}
