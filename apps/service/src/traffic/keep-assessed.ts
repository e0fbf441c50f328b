import { setTimeout } from 'node:timers/promises';
import type { CallerHistory } from '../store/callers.ts';
import type { Store } from '../store/store.ts';
import { minuteOf } from '../store/traffic/delta.ts';
import { ASSESSED_DAYS, assess, compareWeeks, fleetRatio } from './risk.ts';

/** Assessing 20,000 users takes about five seconds of processor time. */
const ASSESS_INTERVAL_MS = 600_000;
const DAY_MINUTES = 1_440;
/** Users that are read and written at once, about 5 ms: the SQLite API is synchronous, and other requests wait. */
const USERS_PER_PAGE = 20;

/** Counts the requests of all users and checks which of them are at risk. @param now Unix time in milliseconds */
export async function assessCallers(store: Store, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const today = Math.floor(minuteOf(now) / DAY_MINUTES) * DAY_MINUTES;
  for (const { id: projectId } of await store.accounts.projects()) {
    await store.callers.addMissing(projectId);
    const comparisons = [];
    for await (const { days } of allHistories(store, projectId, today, signal)) {
      comparisons.push(compareWeeks(days, today));
    }
    const fleet = fleetRatio(comparisons);
    let changed = new Map<string, ReturnType<typeof assess>>();
    const write = async () => {
      if (changed.size > 0) await store.callers.setAssessments(projectId, changed);
      changed = new Map();
    };
    for await (const { caller, days } of allHistories(store, projectId, today, signal)) {
      const assessed = assess({ firstSeen: caller.firstSeen, days }, today, fleet);
      const { n7, n30, e30, riskLevel, reasons } = caller;
      if (JSON.stringify(assessed) !== JSON.stringify({ n7, n30, e30, riskLevel, reasons })) {
        changed.set(caller.id, assessed);
      }
      if (changed.size === USERS_PER_PAGE) await write();
    }
    await write();
  }
}

/** Assesses every ten minutes until the signal is aborted. */
export async function keepAssessed(store: Store, report: (error: unknown) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await assessCallers(store, Date.now(), signal).catch(report);
    await setTimeout(ASSESS_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function* allHistories(
  store: Store,
  projectId: string,
  today: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<CallerHistory> {
  const since = today - (ASSESSED_DAYS - 1) * DAY_MINUTES;
  let after = '';
  while (!signal?.aborted) {
    const page = await store.callers.histories(projectId, after, since, USERS_PER_PAGE);
    yield* page;
    const last = page.at(-1);
    if (!last) return;
    after = last.caller.id;
    await setTimeout(1);
  }
}
