import { createParsedSchema, describeReceived, type InputSchema } from './input-schemas.ts';

/** A finding that fails the run if the input `fail-on` contains it. */
export type FailureCause = 'broken-links' | 'warnings' | 'in-doubt' | 'mass-change' | 'lost-answers';

export const FAILURE_CAUSES: readonly FailureCause[] = [
  'broken-links',
  'warnings',
  'in-doubt',
  'mass-change',
  'lost-answers',
];

/** The schema of `fail-on`: a list of findings, one per line or separated by commas. */
export const FAIL_ON: InputSchema<ReadonlySet<FailureCause>> = createParsedSchema((text, reject) => {
  const causes = new Set<FailureCause>();
  for (const name of text.split(/[\s,]+/).filter((each) => each !== '')) {
    const cause = FAILURE_CAUSES.find((known) => known === name);
    if (cause) causes.add(cause);
    else reject(`must be a list of ${FAILURE_CAUSES.join(', ')} ${describeReceived(name)}`);
  }
  return causes;
});
