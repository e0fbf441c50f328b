import { setTimeout } from 'node:timers/promises';
import { repeatJob } from '../../platform/database/repeat-job.ts';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import { foldProject } from '../metrics/fold-traffic.ts';
import { assessUser } from './assess-risk.ts';
import { findSpellings } from './find-spellings.ts';
import { describeFleet, type Fleet } from './fleet.ts';
import { ASSESSED_DAYS, readUserDays, type UserDays } from './risk-days.ts';
import { getThresholds, type RiskThresholds } from './risk-thresholds.ts';
import type { StoredHistory, UserAssessment, UserStore } from './store.ts';

/** Time between two assessments in milliseconds. Assessing 20,000 users takes several seconds of CPU time. */
const ASSESS_INTERVAL_MS = 600_000;
/**
 * Number of users in one read or write. Other requests wait for a few milliseconds meanwhile, because the SQLite API is synchronous.
 */
const USERS_PER_PAGE = 5;
const USERS_PER_WRITE = 20;
/** Maximum number of users who represent all users of a project. Ids are hashes, so the users with the first ids are a random sample. */
const MAX_FLEET_USERS = 1_000;

/**
 * Counts the requests of all users and determines which users are at risk.
 * @param now Unix time in milliseconds
 */
export async function assessUsers(store: UserStore, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const today = getDayOfMinute(getMinute(now));
  for (const { id: projectId } of await store.accounts.projects()) {
    await foldPendingDays(store, projectId, signal);
    await store.users.addMissing(projectId);
    await findSpellings(store, projectId, signal);
    const thresholds = getThresholds(await store.users.thresholds(projectId));
    const fleet = await readFleet(store, projectId, today, thresholds, signal);
    let changedAssessments = new Map<string, UserAssessment>();
    const write = async () => {
      if (changedAssessments.size > 0) await store.users.setAssessments(projectId, changedAssessments);
      changedAssessments = new Map();
    };
    for await (const { user, days } of readHistories(store, projectId, today, signal)) {
      const { id, n7, n7Before, n30, e30, riskLevel, reasons } = user;
      const assessment = assessUser({ ...user, days }, today, fleet, thresholds);
      const known: UserAssessment = { n7, n7Before, n30, e30, riskLevel, reasons };
      if (JSON.stringify(assessment) !== JSON.stringify(known)) changedAssessments.set(id, assessment);
      if (changedAssessments.size === USERS_PER_WRITE) await write();
    }
    // An aborted check has not read all users of the sample, so `fleet` may be incomplete.
    if (signal?.aborted) return;
    await write();
  }
}

/** Assesses all users every ten minutes until the signal is aborted. Of several processes of a database, one assesses the users. */
export function keepAssessed(store: UserStore, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  const job = { store, name: 'assess users', intervalMs: ASSESS_INTERVAL_MS, report, signal };
  return repeatJob(job, () => assessUsers(store, Date.now(), signal).catch(report));
}

/**
 * Folds the requests that are stored but not in the daily counts yet, for example after an import. Otherwise, the days of these requests would look like
 * days without requests, and users would be reported as silent.
 */
async function foldPendingDays(store: UserStore, projectId: string, signal: AbortSignal | undefined): Promise<void> {
  const pendingProjects = await store.traffic.pendingProjects();
  if (!pendingProjects.includes(projectId)) return;
  await foldProject(store, projectId, signal);
}

async function readFleet(
  store: UserStore,
  projectId: string,
  today: number,
  thresholds: RiskThresholds,
  signal: AbortSignal | undefined,
): Promise<Fleet> {
  const users: UserDays[] = [];
  for await (const { user, days } of readHistories(store, projectId, today, signal)) {
    const userDays = readUserDays({ ...user, days }, today);
    // Bots and users without recent requests do not represent other users.
    if (userDays.requests.some((count) => count > 0)) users.push(userDays);
    if (users.length === MAX_FLEET_USERS) break;
  }
  return describeFleet(users, thresholds);
}

async function* readHistories(
  store: UserStore,
  projectId: string,
  today: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StoredHistory> {
  const firstDay = today - (ASSESSED_DAYS - 1) * MINUTES_PER_DAY;
  let lastId = '';
  while (!signal?.aborted) {
    const page = await store.users.histories(projectId, lastId, firstDay, USERS_PER_PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    lastId = last.user.id;
    await setTimeout(1);
  }
}
