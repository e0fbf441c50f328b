import {
  type ApplyInput,
  apply,
  computePlanHash,
  createEmptyState,
  getCounts,
  type PortalResult,
} from '@context-sync/sync';
import type { DocsWarning } from '../docs/docs-warning.ts';
import { getLeftovers } from '../report/leftovers.ts';
import type { Report } from '../report/report-model.ts';
import type { WorkContext } from './find-work.ts';
import type { Service } from './open-service.ts';
import { readPortalFile } from './plan-portal.ts';
import type { PlannedSync } from './plan-sync.ts';
import type { SyncInput } from './sync-input.ts';

/** Returns the report of a plan that is not applied. */
export function reportPlan(input: SyncInput, work: WorkContext, plannedSync: PlannedSync): Report {
  const { plan, known, review } = plannedSync;
  const meta = work.base?.meta;
  return {
    ...createSharedReport(input, work, plannedSync),
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
  plannedSync: PlannedSync,
  { client, extensions, docs, limiter }: Service,
): Promise<Report> {
  const { store, log } = input;
  const logProgress = (done: number, total: number) => log.progress(done, total);
  const result = await apply(createApplyInput(input, work, plannedSync), {
    client,
    extensions,
    portal: { docs, readFile: (file) => readPortalFile(input.git, file) },
    limiter,
    store,
    progress: logProgress,
  });
  const { meta, documents } = result.state;
  for (const { path, message } of result.portal?.warnings ?? [])
    if (path === undefined) log.warn(`the docs portal: ${message}`);
  return {
    ...createSharedReport(input, work, plannedSync),
    warnings: [...plannedSync.docs.warnings, ...listPageWarnings(result.portal, plannedSync)],
    outcome: 'applied',
    counts: result.counts,
    result,
    leftovers: getLeftovers(meta, plannedSync.known.shards, documents),
    dataSourceId: meta.dataSource?.id,
  };
}

function createApplyInput(
  { settings, context, signal }: SyncInput,
  { docs, base, chunkConfigHash, settingsHash, repository, removedCommits }: WorkContext,
  { plan, rounds, known, docs: read, outside, skippedCount, capabilities, portal }: PlannedSync,
): ApplyInput {
  const { baseUrl, project, concurrency } = settings;
  return {
    plan,
    run: context.run,
    base,
    state: {
      ...(base
        ? { meta: base.meta, documents: known.recorded }
        : createEmptyState(baseUrl.href, project, capabilities)),
      ...(portal ? { portal: portal.recorded } : {}),
    },
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
  { plan, rounds, docs, skippedCount, verified, massChange, questions, portal }: PlannedSync,
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
    ...(portal ? { portal: { url: portal.url, loss: portal.loss, plan: plan.portal ?? portal.plan } } : {}),
    ...(questions ? { questions } : {}),
  };
}

/** Matches the warning of the platform about a link to a page that did not exist when the batch was stored. */
const MISSING_PAGE = /^links to "([^"]+)", which is not a page$/;

/** Returns the warnings of the platform about pages, at their documents. A page to which another one links can be part of a later batch. */
function listPageWarnings(result: PortalResult | undefined, { portal }: PlannedSync): DocsWarning[] {
  const records = [...(portal?.plan.records.values() ?? [])].filter(({ kind }) => kind === 'page');
  const files = new Map(records.map(({ path, file }) => [path, file]));
  for (const change of [...(portal?.plan.changes ?? []), ...(result?.done ?? [])]) {
    if ('page' in change) files.set(change.path, change.page.file);
    else if (change.kind === 'delete') files.delete(change.path);
  }
  return (result?.warnings ?? []).flatMap(({ path, message }) => {
    if (path === undefined) return [];
    const target = MISSING_PAGE.exec(message)?.[1];
    if (target !== undefined && files.has(target)) return [];
    return [{ kind: 'format', path: files.get(path) ?? path, line: 1, message: `docs portal: ${message}` }];
  });
}
