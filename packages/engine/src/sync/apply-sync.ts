import { type ApplyInput, apply, computePlanHash, createEmptyState, getCounts } from '@context-sync/sync';
import { getLeftovers } from '../report/leftovers.ts';
import type { Report } from '../report/report-model.ts';
import type { WorkContext } from './find-work.ts';
import type { Service } from './open-service.ts';
import type { PlannedSync } from './plan-sync.ts';
import type { SyncInput } from './sync-input.ts';

/** Returns the report of a plan that is not applied. */
export function reportPlan(input: SyncInput, work: WorkContext, planned: PlannedSync): Report {
  const { plan, known, review } = planned;
  const meta = work.base?.meta;
  return {
    ...createSharedReport(input, work, planned),
    outcome: 'planned',
    ...(review ? { review } : {}),
    counts: getCounts(plan),
    result: undefined,
    leftovers: getLeftovers(meta ?? { shards: {} }, known.shards, known.documents),
    dataSourceId: meta?.dataSource?.id,
  };
}

/**
 * Applies a plan.
 * @throws PlanOutdatedError, StateError
 */
export async function applySync(
  input: SyncInput,
  work: WorkContext,
  planned: PlannedSync,
  { client, extensions, limiter }: Service,
): Promise<Report> {
  const { store, log } = input;
  const logProgress = (done: number, total: number) => log.progress(done, total);
  const result = await apply(createApplyInput(input, work, planned), {
    client,
    extensions,
    limiter,
    store,
    progress: logProgress,
  });
  const { meta, documents } = result.state;
  return {
    ...createSharedReport(input, work, planned),
    outcome: 'applied',
    counts: result.counts,
    result,
    leftovers: getLeftovers(meta, planned.known.shards, documents),
    dataSourceId: meta.dataSource?.id,
  };
}

function createApplyInput(
  { settings, context, signal }: SyncInput,
  { docs, base, chunkConfigHash, settingsHash, repository, removedCommits }: WorkContext,
  { plan, rounds, known, docs: read, outside, skippedCount, capabilities }: PlannedSync,
): ApplyInput {
  const { baseUrl, project, concurrency } = settings;
  return {
    plan,
    run: context.run,
    base,
    state: base
      ? { meta: base.meta, documents: known.recorded }
      : createEmptyState(baseUrl.href, project, capabilities),
    shards: known.shards,
    corrections: known.corrections,
    capabilities,
    documents: read.wanted.documents,
    chunkConfigHash,
    references: read.references,
    outside,
    target: { settings: settingsHash, tree: docs.tree, commit: docs.commit, skipped: skippedCount },
    repository,
    ...(removedCommits ? { removedCommits } : {}),
    concurrency,
    signal,
    deadline: rounds.deadline,
    ...(rounds.earlier ? { earlier: rounds.earlier } : {}),
  };
}

function createSharedReport(
  { settings }: SyncInput,
  work: WorkContext,
  { rounds, docs, skippedCount, verified, massChange, questions }: PlannedSync,
) {
  return {
    project: settings.project,
    docs: settings.docs,
    commit: work.docs.commit,
    plan: rounds.plan,
    planHash: computePlanHash(rounds.plan),
    skipped: docs.skipped,
    skippedCount,
    warnings: docs.warnings,
    causes: docs.causes,
    verified,
    massChange,
    ...(questions ? { questions } : {}),
  };
}
