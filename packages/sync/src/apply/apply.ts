import { type ChangeKind, isEmpty } from '../plan/change.ts';
import { connectDataSource } from './connecting.ts';
import { countStatuses, endOf, finish } from './finishing.ts';
import { removeItems } from './removing.ts';
import type { ApplyResult } from './result.ts';
import { type ApplyInput, type ApplyPorts, type Run, startRun } from './run.ts';
import { sendItems } from './sending.ts';

/**
 * Carries a plan out, writing ahead: an intent is recorded before its request is sent, its result after. Killed at any point, each item is
 * unsent, recorded, or in doubt.
 * @throws PlanOutdatedError when another run has changed what the plan was made from; plan again
 * @throws StateError when the state cannot be written; nothing is sent without its intent
 */
export async function apply(input: ApplyInput, ports: ApplyPorts): Promise<ApplyResult> {
  const run = startRun(input, ports);
  if (!isEmpty(input.plan)) {
    await connectDataSource(run);
    await sendItems(run);
    await removeItems(run);
  }
  await finish(run);
  return resultOf(run);
}

function resultOf(run: Run): ApplyResult {
  const { done, failures, connected, stopping, ledger, input } = run;
  const { plan } = input;
  const carriedOut = (...kinds: ChangeKind[]) => done.filter(({ change }) => kinds.includes(change.kind)).length;
  const kept = plan.changes.filter((change) => change.kind === 'keep').length;
  const { superseded, stale, inDoubt } = countStatuses(ledger.state.documents);
  return {
    end: endOf(run),
    connected,
    done,
    failures,
    stoppedBy: stopping.stoppedBy,
    counts: {
      created: carriedOut('create', 'supersede'),
      replaced: carriedOut('replace'),
      removed: carriedOut('remove'),
      kept: kept + plan.unread + carriedOut('restore'),
      superseded,
      stale,
      inDoubt,
    },
    state: ledger.state,
  };
}
