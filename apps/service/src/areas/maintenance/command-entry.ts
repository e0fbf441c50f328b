import type { NewAuditEntry } from '../../platform/audit/audit.ts';
import type { CliContext } from '../../platform/cli/cli-context.ts';

/** Creates the audit entry of a command that succeeded. */
export function createCommandEntry<Ports>(
  { operator }: CliContext<Ports>,
  entry: Pick<NewAuditEntry, 'action' | 'target'> & { readonly slug?: string },
): NewAuditEntry {
  return { slug: '', ...operator, ...entry, outcome: 'succeeded' };
}
