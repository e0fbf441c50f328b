import { findMassChange, type Plan } from '@context-sync/sync';
import type { ReadDocs } from '../docs/read-docs.ts';
import type { Settings } from '../inputs/settings.ts';
import type { Problem } from '../problem/problem.ts';

/** A plan that takes away most of what is known needs somebody's word. */
export function checkMassChange(plan: Plan, live: number, { allowMassChange }: Settings): Problem | undefined {
  const change = findMassChange(plan, live);
  if (!change || allowMassChange) return undefined;
  return {
    subject: 'allow-mass-change',
    problem: `this would take away ${change.losing} of ${change.of} items, more than half of all, and is not done unasked`,
    fix: 'check docs, include, exclude and site-url; if it is what you want, set allow-mass-change: true for one run',
  };
}

/** The secrets of this run are never sent, whoever could read them there: no input waives it. One problem for each line. */
export function ownSecretProblems({ ownSecrets }: ReadDocs): Problem[] {
  return ownSecrets.map(({ path, line, input }) => ({
    subject: `${path}:${line}`,
    problem: `contains the value of the input "${input}", so nothing was sent`,
    fix: 'remove it from the document, revoke it (it is still in the history of the repository), and put a new one into the secret',
  }));
}

/** What looks like a credential is not shown to the public without somebody's word. */
export function checkExposedCredentials({ exposed }: ReadDocs, { allowCredentials }: Settings): Problem | undefined {
  const [first] = exposed;
  if (!first || allowCredentials) return undefined;
  const others = exposed.length > 1 ? ` (and ${exposed.length - 1} more)` : '';
  return {
    subject: `${first.path}:${first.line}`,
    problem: `${first.message}, and its item may be shown to the public${others}; nothing was sent`,
    fix: 'take it out and revoke it; if it is only an example, set allow-credentials: true, or make the page private',
  };
}
