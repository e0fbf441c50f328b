import { type Change, isEmpty } from '../plan/change.ts';
import type { DocumentRecord } from '../state/schema.ts';
import { type Draft, PlanOutdatedError } from './ledger.ts';
import { drop, put } from './records.ts';
import type { ApplyResult } from './result.ts';
import type { Run } from './run.ts';

type StateOnly = Extract<Change, { kind: 'restore' | 'leave' | 'forget' }>;

/** How the run ended. */
export function endOf({ stopping, input, connected, failures }: Run): ApplyResult['end'] {
  if (stopping.stoppedBy) return 'stopped';
  if (stopping.stopped) return 'cancelled';
  const held = connected === 'in-doubt' || input.plan.changes.some((change) => change.kind === 'hold');
  return failures.length > 0 || held ? 'incomplete' : 'complete';
}

/**
 * The last write: the results still noted, what is true without a request, and what is now settled.
 * @throws PlanOutdatedError when another run has written in between: only a new plan can tell whether nothing is left to do
 */
export async function finish(run: Run): Promise<void> {
  if (nothingToRecord(run)) return;
  const end = endOf(run);
  const whole = end === 'complete' || end === 'incomplete';
  const stateOnly = whole ? run.input.plan.changes.filter(isStateOnly) : [];
  await run.ledger.write(end === 'complete' ? 'Synced' : 'Result', (draft) => {
    if (whole && run.ledger.rebased) throw new PlanOutdatedError('another run has written the state in the meantime');
    for (const change of stateOnly) recordStateOnly(draft, change);
    if (whole) settleDocuments(draft, run);
    if (end === 'complete') {
      const { live, superseded, stale } = countStatuses(draft.documents);
      draft.meta.synced = { ...run.input.target, items: live, superseded, stale };
    }
  });
  for (const change of stateOnly) run.done.push({ change, id: undefined });
}

function nothingToRecord({ input }: Run): boolean {
  const { base, plan, documents, state, target } = input;
  const { synced } = state.meta;
  const known = synced?.settings === target.settings && synced.tree === target.tree;
  return base !== undefined && isEmpty(plan) && documents.length === 0 && known;
}

function isStateOnly(change: Change): change is StateOnly {
  return change.kind === 'restore' || change.kind === 'leave' || change.kind === 'forget';
}

function recordStateOnly({ documents }: Draft, change: StateOnly): void {
  if (change.kind === 'forget') {
    drop(documents, change.path, change.record);
    return;
  }
  if (change.kind === 'leave') {
    put(documents, change.path, change.record, { ...change.record, status: 'stale' });
    return;
  }
  if (change.record) put(documents, change.path, change.record, { ...change.record, status: 'superseded' });
  put(documents, change.path, change.restored, { ...change.restored, status: 'live' });
}

/** A document of which nothing failed and nothing is held need not be read again as long as its blob is the same. */
function settleDocuments({ documents }: Draft, { input, failures }: Run): void {
  const open = new Set(failures.flatMap(({ change }) => (change ? [change.path] : [])));
  for (const change of input.plan.changes) if (change.kind === 'hold') open.add(change.path);
  const wanted = new Set(input.documents.map(({ path }) => path));
  for (const { path, blob } of input.documents) {
    const items = documents.get(path)?.items ?? [];
    if (!open.has(path)) documents.set(path, { path, blob, recipe: input.recipe, items });
  }
  // What is left of a document that is gone no longer stands for any blob.
  for (const { path } of input.plan.changes) {
    const document = documents.get(path);
    const gone = document && !wanted.has(path) && document.items.every(({ status }) => status !== 'live');
    if (gone) documents.set(path, { ...document, blob: null });
  }
}

/** How many items the state has in each status; those in doubt are the intents to create. */
export function countStatuses(documents: ReadonlyMap<string, DocumentRecord>): {
  live: number;
  superseded: number;
  stale: number;
  inDoubt: number;
} {
  const statuses = [...documents.values()].flatMap(({ items }) => items.map(({ status }) => status));
  const count = (wanted: string) => statuses.filter((status) => status === wanted).length;
  return { live: count('live'), superseded: count('superseded'), stale: count('stale'), inDoubt: count('creating') };
}
