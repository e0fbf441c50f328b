import { type ChangeKind, isEmpty } from '../plan/change.ts';
import { totalsOf } from '../state/shards.ts';
import { connectDataSource } from './connecting.ts';
import { endOf, finish } from './finishing.ts';
import { PlanOutdatedError } from './ledger.ts';
import { removeItems } from './removing.ts';
import { type ApplyResult, type Earlier, NOTHING_EARLIER } from './result.ts';
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
  try {
    if (!isEmpty(input.plan)) {
      await connectDataSource(run);
      await sendItems(run);
      await removeItems(run);
    }
    await finish(run);
  } catch (error) {
    if (error instanceof PlanOutdatedError) error.earlier = allDone(run);
    throw error;
  }
  return resultOf(run);
}

/** What this round and the ones before it have done. */
function allDone({ done, connected, existing, input }: Run): Earlier {
  const { earlier = NOTHING_EARLIER } = input;
  return {
    done: [...earlier.done, ...done],
    connected: connected ?? earlier.connected,
    existing: existing ?? earlier.existing,
  };
}

function resultOf(run: Run): ApplyResult {
  const { failures, stopping, ledger, input } = run;
  const { plan, earlier = NOTHING_EARLIER } = input;
  const { done, connected, existing } = allDone(run);
  const carriedOut = (...kinds: ChangeKind[]) => done.filter(({ change }) => kinds.includes(change.kind)).length;
  // What an earlier round has put there is kept by this one's plan, and was not kept by the run.
  const put = earlier.done.filter(({ change }) => 'item' in change && change.kind !== 'hold').length;
  const kept = plan.changes.filter((change) => change.kind === 'unchanged').length + plan.unread - put;
  const { superseded, orphaned, inDoubt } = totalsOf(ledger.state.meta);
  return {
    end: endOf(run),
    connected,
    existing,
    done,
    failures,
    stoppedBy: stopping.stoppedBy,
    counts: {
      created: carriedOut('create', 'supersede'),
      updated: carriedOut('update'),
      deleted: carriedOut('delete'),
      unchanged: Math.max(kept, 0) + carriedOut('restore'),
      superseded,
      orphaned,
      inDoubt,
    },
    state: ledger.state,
  };
}
