import { setTimeout } from 'node:timers/promises';
import type { CallerAssessment, CallerHistory } from '../store/callers.ts';
import { findSpellings } from '../store/find-spellings.ts';
import type { Store } from '../store/store.ts';
import { getMinute } from '../store/traffic/traffic-delta.ts';
import { ASSESSED_DAYS, assess, type CallerSummary, computeFleetRatio, summarize } from './assess-risk.ts';
import { getThresholds } from './risk-thresholds.ts';

/** Time between two assessments in milliseconds. Assessing 20,000 users takes several seconds of CPU time. */
const ASSESS_INTERVAL_MS = 600_000;
const DAY_MINUTES = 1_440;
/**
 * Number of users that are read, compared or written at once. Other requests wait for these few milliseconds, because the SQLite API is synchronous.
 */
const USERS_PER_PAGE = 5;
const USERS_PER_CHECK = 500;
const USERS_PER_WRITE = 20;

/**
 * Counts the requests of all users and determines which users are at risk.
 * @param now Unix time in milliseconds
 */
export async function assessCallers(store: Store, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const today = Math.floor(getMinute(now) / DAY_MINUTES) * DAY_MINUTES;
  for (const { id: projectId } of await store.accounts.projects()) {
    await store.callers.addMissing(projectId);
    await findSpellings(store, projectId, signal);
    const thresholds = getThresholds(await store.callers.thresholds(projectId));
    // The days of each user are read once and summarized, because reading takes most of the time.
    const users: { id: string; known: CallerAssessment; summary: CallerSummary }[] = [];
    for await (const { caller, days } of readHistories(store, projectId, today, signal)) {
      const { id, n7, n7Before, n30, e30, riskLevel, reasons } = caller;
      users.push({
        id,
        known: { n7, n7Before, n30, e30, riskLevel, reasons },
        summary: summarize({ ...caller, days }, today, thresholds),
      });
    }
    // An aborted run has not read all users, so the change in the traffic of all users is unknown.
    if (signal?.aborted) return;
    const fleet = computeFleetRatio(
      users.map(({ summary }) => summary.weeks),
      thresholds,
    );
    let changedAssessments = new Map<string, CallerAssessment>();
    const write = async () => {
      if (changedAssessments.size > 0) await store.callers.setAssessments(projectId, changedAssessments);
      changedAssessments = new Map();
      await setTimeout(1);
    };
    for (const [at, { id, known, summary }] of users.entries()) {
      const assessment = assess(summary, today, fleet, thresholds);
      if (JSON.stringify(assessment) !== JSON.stringify(known)) changedAssessments.set(id, assessment);
      if (changedAssessments.size === USERS_PER_WRITE || at % USERS_PER_CHECK === 0) await write();
    }
    await write();
  }
}

/** Assesses all users every ten minutes until the signal is aborted. */
export async function keepAssessed(store: Store, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await assessCallers(store, Date.now(), signal).catch(report);
    await setTimeout(ASSESS_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function* readHistories(
  store: Store,
  projectId: string,
  today: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<CallerHistory> {
  const firstDay = today - (ASSESSED_DAYS - 1) * DAY_MINUTES;
  let lastId = '';
  while (!signal?.aborted) {
    const page = await store.callers.histories(projectId, lastId, firstDay, USERS_PER_PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    lastId = last.caller.id;
    await setTimeout(1);
  }
}
