import type { Leftover, OnInDoubt } from '@context-sync/sync';

/** What a person has decided about what is in doubt. */
export interface InDoubtDecisions {
  /** Of everything that is not named. */
  readonly others: OnInDoubt;
  /** By item key, by document path for all items of the document, or `DATA_SOURCE`. */
  readonly named: ReadonlyMap<string, OnInDoubt>;
}

/** Names the data source among the items; no document has a name without an extension. */
export const DATA_SOURCE = 'data-source';

const DECISIONS: readonly OnInDoubt[] = ['hold', 'resend', 'assume-created'];
const NAMED = /^(hold|resend|assume-created):\s*(\S.*)$/;
const FIX = `give one of ${DECISIONS.join(', ')} for everything in doubt, or a line for each item, such as resend: docs/guide.md#install`;

/** Reads the lines of `on-in-doubt`. @param addProblem told of each line that cannot be read */
export function parseInDoubt(
  lines: readonly string[],
  addProblem: (subject: string, problem: string, fix: string) => void,
): InDoubtDecisions {
  let others: OnInDoubt | undefined;
  const named = new Map<string, OnInDoubt>();
  for (const line of lines) {
    const [, decision, name] = NAMED.exec(line) ?? [];
    const given = DECISIONS.find((each) => each === (decision ?? line));
    const before = name === undefined ? others : named.get(name);
    if (given === undefined) addProblem('on-in-doubt', `"${line}" is not known`, FIX);
    else if (before !== undefined && before !== given) {
      const what = name === undefined ? 'everything in doubt' : `"${name}"`;
      addProblem('on-in-doubt', `has both ${before} and ${given} for ${what}`, 'leave one of them');
    } else if (name === undefined) others = given;
    else named.set(name, given);
  }
  return { others: others ?? 'hold', named };
}

/** What is decided about one item: its key takes precedence over its document. */
export function decisionOn({ others, named }: InDoubtDecisions, { path, record }: Leftover): OnInDoubt {
  return named.get(record.key) ?? named.get(path) ?? others;
}

/** As the lines of the input. */
export function formatInDoubtDecisions({ others, named }: InDoubtDecisions): string {
  return [others, ...[...named].map(([name, decision]) => `${decision}: ${name}`)].join(', ');
}
