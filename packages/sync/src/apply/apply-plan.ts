import { type ChangeKind, isEmpty } from '../plan/plan-change.ts';
import { addPortalResult } from '../portal/portal-result.ts';
import { getTotals } from '../state/state-shards.ts';
import { type ApplyContext, createContext } from './apply-context.ts';
import type { ApplyInput, ApplyPorts } from './apply-input.ts';
import {
  type ApplyResult,
  addResult,
  type EarlierRounds,
  NO_EARLIER_ROUNDS,
  NO_RESULTS,
  type StepResults,
} from './apply-result.ts';
import { connectDataSource } from './connect-data-source.ts';
import { deleteItems } from './delete-items.ts';
import { finish, getRunEnd } from './finish-run.ts';
import { publishPortal } from './publish-portal.ts';
import { sendItems } from './send-items.ts';
import { PlanOutdatedError } from './state-ledger.ts';

const STEPS = [connectDataSource, sendItems, deleteItems, publishPortal];

/**
 * Applies a plan with a write-ahead log: an intent is recorded before its request is sent, and the result afterwards. If the run is killed, each item
 * is either not sent, recorded, or in doubt.
 * @throws PlanOutdatedError if another run has changed the state on which the plan is based; a new plan is needed
 * @throws StateError if the state cannot be written; nothing is sent without an intent
 */
export async function apply(input: ApplyInput, ports: ApplyPorts): Promise<ApplyResult> {
  const context = createContext(input, ports);
  let results = NO_RESULTS;
  try {
    for (const step of isEmpty(input.plan) ? [] : STEPS) {
      const result = await step(context, results);
      results = addResult(results, result);
      if (result.error !== undefined) throw result.error;
    }
    results = addResult(results, await finish(context, results));
  } catch (error) {
    if (error instanceof PlanOutdatedError) error.earlier = mergeRounds(input.earlier, results);
    throw error;
  }
  return createApplyResult(context, results);
}

function mergeRounds(
  earlier: EarlierRounds = NO_EARLIER_ROUNDS,
  { done, connection, portal }: StepResults,
): Required<EarlierRounds> {
  return {
    done: [...earlier.done, ...done],
    connected: connection.connected ?? earlier.connected,
    existing: connection.existing ?? earlier.existing,
    portal: addPortalResult(earlier.portal, portal),
  };
}

function createApplyResult(context: ApplyContext, results: StepResults): ApplyResult {
  const { input, ledger, breaker } = context;
  const { plan, earlier = NO_EARLIER_ROUNDS } = input;
  const { done, connected, existing, portal } = mergeRounds(earlier, results);
  const countDone = (...kinds: ChangeKind[]) => done.filter(({ change }) => kinds.includes(change.kind)).length;
  // In the plan of this round, items that an earlier round sent are unchanged, although this run did send them.
  const sentEarlier = earlier.done.filter(({ change }) => 'item' in change && change.kind !== 'hold').length;
  const unchangedCount =
    plan.changes.filter((change) => change.kind === 'unchanged').length + plan.unread - sentEarlier;
  const { superseded, orphaned, inDoubt } = getTotals(ledger.state.meta);
  return {
    end: getRunEnd(context, results),
    connected,
    existing,
    portal,
    done,
    failures: results.failures,
    stoppedBy: breaker.openedBy,
    counts: {
      created: countDone('create', 'supersede'),
      updated: countDone('update'),
      deleted: countDone('delete'),
      unchanged: Math.max(unchangedCount, 0) + countDone('restore'),
      superseded,
      orphaned,
      inDoubt,
      deferred: plan.changes.filter(({ kind }) => kind === 'defer').length,
    },
    state: ledger.state,
  };
}
