import type { MovedLogs, MoveProgress } from './clickhouse/move-logs.ts';
import { LOG_PLACE_NAMES, type LogPlace } from './log-location.ts';

/** Returns the numbers of logs that a run of `move-logs` has compared, copied and deleted. */
export function formatMovedLogs(
  { copied, deleted, source, target, isSwitched }: MovedLogs,
  from: LogPlace,
  to: LogPlace,
): string {
  const [fromName, toName] = [LOG_PLACE_NAMES[from], LOG_PLACE_NAMES[to]];
  if (isSwitched) {
    return `logs that ${fromName} received since the last copy: ${source}; of these in ${toName}: ${target}; copied by this run: ${copied}`;
  }
  return `logs in ${fromName}: ${source}; in ${toName}: ${target}; copied by this run: ${copied}; deleted from ${toName} because ${fromName} no longer contains them: ${deleted}`;
}

/** Returns what the operator has to do after all logs have been copied. */
export function formatNextStep({ isSwitched, hasUnusedLogs }: MovedLogs, from: LogPlace, to: LogPlace): string {
  const [fromName, toName] = [LOG_PLACE_NAMES[from], LOG_PLACE_NAMES[to]];
  if (!isSwitched) {
    const change = to === 'clickhouse' ? 'with LOGS_URL' : 'without LOGS_URL';
    return `The service still uses ${fromName}. Next, restart all of its processes ${change}, and run this command again to copy the logs that arrive in the meantime.`;
  }
  if (!hasUnusedLogs) return `The service uses ${toName}.`;
  const owner = from === 'postgres' ? ', as the owner of the table' : '';
  return `The service uses ${toName}. ${fromName} still contains logs with personal data, and erasures and keep-logs-days no longer change them. When all processes use ${toName}, run "TRUNCATE TABLE logs" in ${fromName}${owner}.`;
}

/** Returns how many of the logs have been copied, by this run and by earlier ones. */
export function formatProgress({ copied, source, target }: MoveProgress, to: LogPlace): string {
  const percent = source === 0 ? 100 : Math.floor((target / source) * 100);
  return `${target} of ${source} logs are in ${LOG_PLACE_NAMES[to]} (${percent} %); this run has copied ${copied}`;
}

/** Returns what an interrupted run has done, and how to continue. @param progress undefined if no log was copied yet */
export function formatInterruptedMove(progress: MoveProgress | undefined, from: LogPlace, to: LogPlace): string {
  const done = progress ? formatProgress(progress, to) : 'no logs were copied';
  return `${done}. Run move-logs --from ${from} --to ${to} again to continue.`;
}
