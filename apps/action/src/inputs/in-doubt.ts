import type { Leftover, OnInDoubt } from '@context-sync/sync';
import { got, type InputSchema, LINES, parsedBy } from './input-schemas.ts';

/** The decisions about items in doubt, from the input `on-in-doubt`. */
export interface InDoubtDecisions {
  /** The decision for every item that `named` does not contain. */
  readonly others: OnInDoubt;
  /** The decisions by item key, by document path (for all items of the document) or by `DATA_SOURCE`. */
  readonly named: ReadonlyMap<string, OnInDoubt>;
}

/** The name of the data source in `on-in-doubt`. It cannot equal the path of a document, because documents have an extension. */
export const DATA_SOURCE = 'data-source';

const DECISIONS: readonly OnInDoubt[] = ['hold', 'resend', 'assume-created'];
const NAMED = /^(hold|resend|assume-created):\s*(\S.*)$/;

/** Parses the lines of `on-in-doubt`. */
export const IN_DOUBT_DECISIONS: InputSchema<InDoubtDecisions> = parsedBy((text, reject) => {
  let others: OnInDoubt | undefined;
  const named = new Map<string, OnInDoubt>();
  for (const line of LINES.parse(text)) {
    const [, decision, name] = NAMED.exec(line) ?? [];
    const given = DECISIONS.find((each) => each === (decision ?? line));
    const before = name === undefined ? others : named.get(name);
    if (given === undefined) {
      reject(
        `must be ${DECISIONS.join(', ')}, or one of them for one item ${got(line)}`,
        'for one item, write a line such as "resend: docs/guide.md#install"',
      );
    } else if (before !== undefined && before !== given) {
      const what = name === undefined ? 'all items in doubt' : `"${name}"`;
      reject(`must not set both ${before} and ${given} for ${what}`, 'remove one of the two lines');
    } else if (name === undefined) others = given;
    else named.set(name, given);
  }
  return { others: others ?? 'hold', named };
});

/** Returns the decision for one item. A decision for the item's key takes precedence over a decision for its document. */
export function decisionOn({ others, named }: InDoubtDecisions, { path, record }: Leftover): OnInDoubt {
  return named.get(record.key) ?? named.get(path) ?? others;
}

/** Formats the decisions as the lines of the input. */
export function formatInDoubtDecisions({ others, named }: InDoubtDecisions): string {
  return [others, ...[...named].map(([name, decision]) => `${decision}: ${name}`)].join(', ');
}
