import type { MassChange, PortalLoss } from '@context-sync/sync';
import type { ReadDocs } from '../docs/read-docs.ts';
import type { Settings } from '../inputs/action-settings.ts';
import type { Problem } from '../problem/problem.ts';
import { describeRecovery } from '../problem/recovery.ts';

/** Returns a problem if the plan removes most of the items and the user has not confirmed it. */
export function checkMassChange(
  change: MassChange | undefined,
  { allowMassChange }: Pick<Settings, 'allowMassChange'>,
): Problem | undefined {
  if (!change || allowMassChange) return undefined;
  return {
    subject: 'allow-mass-change',
    problem: `the plan would delete, supersede or orphan ${change.losing} of ${change.of} items (more than 50 %), which requires confirmation`,
    fix: `check docs, include, exclude and site-url; if the change is intended, set allow-mass-change: true ${describeRecovery()}`,
  };
}

/** Returns a problem if the plan deletes most of the pages of the docs portal and the user has not confirmed it. */
export function checkPortalLoss(
  loss: PortalLoss | undefined,
  { allowMassChange, publish }: Pick<Settings, 'allowMassChange' | 'publish'>,
): Problem | undefined {
  // `publish: remove` is the confirmation.
  if (!loss || allowMassChange || publish === 'remove') return undefined;
  return {
    subject: 'allow-mass-change',
    problem: `the plan would delete ${loss.losing} of ${loss.of} pages of the docs portal (more than 50 %), which requires confirmation`,
    fix: `check docs, include and exclude; if the change is intended, set allow-mass-change: true ${describeRecovery()}`,
  };
}

/** Returns one problem for each line with a secret of this run. Documents with such a line are never sent, and no input overrides this rule. */
export function findOwnSecretProblems({ ownSecrets }: ReadDocs): Problem[] {
  return ownSecrets.map(({ path, line, input }) => ({
    subject: `${path}:${line}`,
    problem: `contains the value of the input "${input}", so nothing was sent`,
    fix: 'remove it from the document, revoke it (the history of the repository still contains it), and store a new one in the secret',
  }));
}

/** Returns a problem if public items contain likely credentials and the user has not confirmed them. */
export function checkExposedCredentials({ exposed }: ReadDocs, { allowCredentials }: Settings): Problem | undefined {
  const [first] = exposed;
  if (!first || allowCredentials) return undefined;
  const othersNote = exposed.length > 1 ? ` (and ${exposed.length - 1} more)` : '';
  return {
    subject: `${first.path}:${first.line}`,
    problem: `${first.message}, and its item is public${othersNote}; nothing was sent`,
    fix: 'remove and revoke it; if it is only an example, set allow-credentials: true in the configuration file or make the page private',
  };
}
