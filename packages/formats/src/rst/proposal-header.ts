import { getLine, type RstSource, skipBlank } from './rst-source.ts';

/** The header of a proposal, such as a Python Enhancement Proposal: lines of `Name: value` at the start of the document. */
export interface ProposalHeader {
  readonly title: string;
  /** The other fields that are relevant to readers, in order, with their lines. */
  readonly fields: readonly { readonly name: string; readonly value: string; readonly line: number }[];
  /** Index of the line after the header. */
  readonly end: number;
}

/** Matches the name of a series of proposals, such as `PEP` or `RFC`. */
const SERIES_PATTERN = /^[A-Z]{2,8}$/;
/** States of proposals that are in force, which a title need not mention. */
const STATES_IN_FORCE = new Set(['', 'accepted', 'active', 'final', 'living']);
/** Fields that only tools use. */
const TOOL_FIELDS = new Set(['content-type', 'last-modified', 'version']);
const FIELD_LIMIT = 60;

/** Reads the header of a proposal. It has the syntax of an email, which is not markup of reStructuredText. */
export function readProposalHeader(source: RstSource): ProposalHeader | undefined {
  const start = skipBlank(source, 0);
  const fields: { name: string; value: string; line: number }[] = [];
  let end = start;
  for (; end < source.lines.length && getLine(source, end) !== '' && fields.length < FIELD_LIMIT; end += 1) {
    const line = getLine(source, end);
    const match = /^([A-Za-z][A-Za-z-]{1,30}):(?:\s+(.*))?$/.exec(line);
    const lastField = fields.at(-1);
    if (match) fields.push({ name: match[1] ?? '', value: match[2] ?? '', line: source.first + end });
    else if (lastField && /^\s/.test(line)) lastField.value = `${lastField.value} ${line.trim()}`.trim();
    else return undefined;
  }
  const title = formatProposalTitle(new Map(fields.map(({ name, value }) => [name, value])));
  if (title === undefined || !SERIES_PATTERN.test(fields[0]?.name ?? '')) return undefined;
  const visibleFields = fields.filter(
    ({ name, value }) =>
      value !== '' && name !== 'Title' && !SERIES_PATTERN.test(name) && !TOOL_FIELDS.has(name.toLowerCase()),
  );
  return { title, fields: visibleFields, end };
}

/**
 * Returns the title of a proposal with its number, as in `PEP 642 – Explicit Pattern Syntax (Rejected)`. The state is part of the title of a proposal
 * that is not in force, because every item of the page begins with this title. Undefined if the fields are not those of a proposal.
 */
export function formatProposalTitle(fields: ReadonlyMap<string, string>): string | undefined {
  const title = fields.get('Title')?.trim() ?? '';
  const [series, number] =
    [...fields].find(([name, value]) => SERIES_PATTERN.test(name) && /^\d{1,6}$/.test(value)) ?? [];
  if (title === '' || series === undefined) return undefined;
  const status = fields.get('Status')?.trim() ?? '';
  return `${series} ${number} – ${title}${STATES_IN_FORCE.has(status.toLowerCase()) ? '' : ` (${status})`}`;
}
