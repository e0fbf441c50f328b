import { setTimeout } from 'node:timers/promises';
import { getDayOfMinute, getMinute, MINUTES_PER_DAY } from '../../platform/time/minutes.ts';
import type { McpServices } from './services.ts';

const INTERVAL_MS = 5_000;
/** Number of days for which counts of tool calls are kept. */
const KEEP_DAYS = 400;
/** Time in milliseconds for which intents are kept. */
const KEEP_INTENTS_MS = 90 * 86_400_000;

/**
 * Writes the counts of calls every few seconds, and deletes old counts once a day, until the signal is aborted. The server writes the last counts
 * after its requests have ended.
 */
export async function keepCallsWritten(
  { store, toolCalls }: McpServices,
  report: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  let prunedDay: number | undefined;
  while (!signal.aborted) {
    await toolCalls.write().catch(report);
    const day = getDayOfMinute(getMinute(Date.now()));
    if (day !== prunedDay) {
      const pruning = store.mcpTools.prune(
        day - KEEP_DAYS * MINUTES_PER_DAY,
        new Date(Date.now() - KEEP_INTENTS_MS).toISOString(),
      );
      await pruning.then(() => {
        prunedDay = day;
      }, report);
    }
    await setTimeout(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
}
