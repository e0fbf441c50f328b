import { setTimeout } from 'node:timers/promises';
import { computeBackoffMs } from '@context-sync/core';
import { PlanOutdatedError, StateConflictError, SYSTEM_CLOCK } from '@context-sync/sync';
import type { Report } from '../report/report-model.ts';
import { applySync, reportPlan } from './apply-sync.ts';
import { findWork } from './find-work.ts';
import { planSync } from './plan-sync.ts';
import { previewPortal } from './preview-portal.ts';
import type { SyncInput } from './sync-input.ts';
import type { SyncRounds } from './sync-rounds.ts';

/** The maximum number of rounds of a run. A run plans again if another run was faster. */
const MAX_ROUNDS = 20;
const ROUND_BACKOFF = { firstMs: 1_000, maxMs: 10_000 };
/** The interval in milliseconds between checks whether the requests of another run have ended. */
const POLL_INTERVAL_MS = 3_000;

/**
 * Syncs the docs of one source: compares them with the state and sends the differences. Plans again if another run was faster.
 * @throws UserError, ApiError, StateError
 */
export async function syncDocs(input: SyncInput): Promise<Report> {
  const deadline = SYSTEM_CLOCK.now() + input.settings.maxMinutes * 60_000;
  let rounds: SyncRounds = { deadline, corrections: new Map() };
  for (let round = 1; ; ) {
    const result = await syncOnce(input, rounds);
    if ('report' in result) return result.report;
    const { outdated } = result;
    if (input.signal.aborted || round === MAX_ROUNDS || SYSTEM_CLOCK.now() > deadline) throw outdated;
    rounds = result.rounds;
    if (outdated instanceof PlanOutdatedError && outdated.isWaiting) {
      input.log.info(`Waiting for another run: ${outdated.message}`);
      await setTimeout(POLL_INTERVAL_MS);
    } else {
      input.log.info(`Another run changed the state first (${outdated.message}); planning again`);
      round += 1;
      await setTimeout(computeBackoffMs(round, ROUND_BACKOFF));
    }
  }
}

type RoundResult =
  | { readonly report: Report }
  /** The outcome of a round in which another run was faster, so that the next round plans again. */
  | { readonly outdated: PlanOutdatedError | StateConflictError; readonly rounds: SyncRounds };

async function syncOnce(input: SyncInput, rounds: SyncRounds): Promise<RoundResult> {
  let nextRounds = rounds;
  try {
    const work = await findWork(input, rounds);
    if ('report' in work) return work;
    const plannedSync = await planSync(input, work, rounds);
    nextRounds = plannedSync.rounds;
    const { service } = plannedSync;
    const isApplied = input.applying && service !== undefined;
    if (isApplied) return { report: await applySync(input, work, plannedSync, service) };
    const report = reportPlan(input, work, plannedSync);
    const portalFacts = await previewPortal(input, plannedSync);
    return { report: report.portal ? { ...report, portal: { ...report.portal, ...portalFacts } } : report };
  } catch (error) {
    if (error instanceof PlanOutdatedError)
      return { outdated: error, rounds: { ...nextRounds, earlier: error.earlier } };
    if (error instanceof StateConflictError) return { outdated: error, rounds: nextRounds };
    throw error;
  }
}
