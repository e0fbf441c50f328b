import { BASE_DAYS, getQuantile, OLDER_WEEKS, sumDays, type UserDays, WEEK_DAYS } from './risk-days.ts';

/** Number of consecutive blocks in a base window. Users with a shorter history are compared with fewer blocks, but with at least two. */
const WINDOW_BLOCKS = 4;
const MIN_WINDOW_BLOCKS = 2;
/** Minimum number of active days in a block for a comparison of its traffic. A job that runs once a month may run a few days later. */
const MIN_ACTIVE_BLOCK_DAYS = 3;
/** Minimum number of active days per week for comparing single weeks. The traffic of other users is compared in blocks of four weeks. */
const MIN_ACTIVE_WEEK_DAYS = 3.5;

/** A period with which recent traffic is compared. */
export interface BaseWindow {
  /** Number of blocks between this window and the recent block. */
  readonly index: number;
  /** Requests of a typical block: the lower median of the blocks. 0 if the user was active on too few days for a comparison. */
  readonly level: number;
  readonly blocks: number;
}

/** Returns the length of the compared blocks in days: a week for users who are active on at least half of the days, and four weeks for others. */
export function getBlockDays({ uses, ageDays }: UserDays): number {
  const activeDays = uses.flatMap((count, ago) => (ago > 0 && count > 0 ? [ago] : []));
  const [newest] = activeDays;
  if (newest === undefined) return WEEK_DAYS;
  // The four weeks with the most active days decide, because a user whose traffic falls becomes less active.
  const lastStart = Math.max(1, Math.min(ageDays, OLDER_WEEKS * WEEK_DAYS) - BASE_DAYS + 1);
  let most = 0;
  for (let start = 1; start <= lastStart; start += WEEK_DAYS) {
    most = Math.max(most, activeDays.filter((ago) => ago >= start && ago < start + BASE_DAYS).length);
  }
  const weeks = Math.min(BASE_DAYS, Math.max(WEEK_DAYS, ageDays)) / WEEK_DAYS;
  return most >= MIN_ACTIVE_WEEK_DAYS * weeks ? WEEK_DAYS : BASE_DAYS;
}

/** Returns the number of requests of the last complete days. */
export function compareTraffic({ uses }: UserDays, days: number): number {
  return sumDays(uses, 1, days);
}

/** Returns the number of requests of each complete block since the user's first request, newest first, without the recent block. */
export function listOlderBlocks({ uses, ageDays }: UserDays, days: number): number[] {
  const count = Math.floor(Math.min(ageDays, (OLDER_WEEKS + 1) * WEEK_DAYS) / days) - 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => sumDays(uses, (at + 1) * days + 1, (at + 2) * days));
}

/** Lists the periods with which a user's recent traffic can be compared. */
export function listBaseWindows(user: UserDays, days: number): BaseWindow[] {
  const olderBlocks = listOlderBlocks(user, days);
  // The time before a user's first request does not count as a time without requests, so the first windows of new users are shorter.
  const isComplete = user.ageDays >= (OLDER_WEEKS + 1) * WEEK_DAYS;
  const minBlocks = isComplete ? Math.min(WINDOW_BLOCKS, olderBlocks.length) : MIN_WINDOW_BLOCKS;
  return Array.from({ length: Math.max(0, olderBlocks.length - minBlocks + 1) }, (_, index) => {
    const window = olderBlocks.slice(index, index + WINDOW_BLOCKS);
    const first = (index + 1) * days + 1;
    const activeDays = user.uses.slice(first, first + window.length * days).filter((count) => count > 0).length;
    const isComparable = activeDays >= MIN_ACTIVE_BLOCK_DAYS * window.length;
    return { index, level: isComparable ? (getQuantile(window, 0.5) ?? 0) : 0, blocks: window.length };
  });
}
