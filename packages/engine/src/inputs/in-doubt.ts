import type { Leftover, OnInDoubt } from '@context-sync/sync';
import { createParsedSchema, describeReceived, type InputSchema, LINES_SCHEMA } from './input-schemas.ts';

/** The decisions about items in doubt, from the input `on-in-doubt`. */
export interface InDoubtDecisions {
  /** The decision for all items without an entry in `named`. */
  readonly others: OnInDoubt;
  /** Decisions by name: an item key, the path of a document (for all of its items) or `DATA_SOURCE`. */
  readonly named: ReadonlyMap<string, OnInDoubt>;
}

/** The name of the data source in `on-in-doubt`. The path of a document cannot equal it, because documents have an extension. */
export const DATA_SOURCE = 'data-source';

const DECISIONS: readonly OnInDoubt[] = ['hold', 'resend', 'assume-created'];
/** Matches a comma between two decisions, because the Run workflow form on GitHub accepts only one line. */
const LIST_SEPARATOR = /,\s*(?=(?:hold|resend|assume-created)(?:\s*,|:|\s*$))/g;
const NAMED_DECISION = /^(hold|resend|assume-created):\s*(\S.*)$/;

/** The schema that parses the lines of `on-in-doubt`. */
export const IN_DOUBT_DECISIONS: InputSchema<InDoubtDecisions> = createParsedSchema((text, reject) => {
  let otherDecision: OnInDoubt | undefined;
  const decisionsByName = new Map<string, OnInDoubt>();
  for (const line of LINES_SCHEMA.parse(text.replaceAll(LIST_SEPARATOR, '\n'))) {
    const [, decision, name] = NAMED_DECISION.exec(line) ?? [];
    const decisionName = DECISIONS.find((each) => each === (decision ?? line));
    const earlierDecision = name === undefined ? otherDecision : decisionsByName.get(name);
    if (decisionName === undefined) {
      reject(
        `must be ${DECISIONS.join(', ')}, or one of them for one item ${describeReceived(line)}`,
        'for one item, write a line such as "resend: docs/guide.md#install"',
      );
    } else if (earlierDecision !== undefined && earlierDecision !== decisionName) {
      const decisionTarget = name === undefined ? 'all items in doubt' : `"${name}"`;
      reject(
        `must not set both ${earlierDecision} and ${decisionName} for ${decisionTarget}`,
        'remove one of the two lines',
      );
    } else if (name === undefined) otherDecision = decisionName;
    else decisionsByName.set(name, decisionName);
  }
  return { others: otherDecision ?? 'hold', named: decisionsByName };
});

/** Returns the decision for one item. A decision for the item's key takes precedence over a decision for its document. */
export function getDecision({ others, named }: InDoubtDecisions, { path, record }: Leftover): OnInDoubt {
  return named.get(record.key) ?? named.get(path) ?? others;
}

/** Formats the decisions as the lines of the input. */
export function formatInDoubtDecisions({ others, named }: InDoubtDecisions): string {
  return [others, ...[...named].map(([name, decision]) => `${decision}: ${name}`)].join(', ');
}
