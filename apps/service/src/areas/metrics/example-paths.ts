import type { AreaStore } from '../../platform/ports.ts';
import { formatMinute } from '../../platform/time/metrics-period.ts';
import type { MinuteRange } from '../../platform/time/time-range.ts';
import { getPath, normalizePath } from '../api-description/normalize-path.ts';
import { UNMATCHED_ROUTE } from '../logs/endpoint-name.ts';
import type { LogPorts, LogSearch } from '../logs/store.ts';
import { listNewestLogs } from './newest-logs.ts';
import type { MetricsPorts } from './store.ts';

/** Maximum number of examples, and maximum length of each. */
export const MAX_EXAMPLE_PATHS = 10;
export const MAX_EXAMPLE_PATH_CHARS = 200;
/** Number of the newest logs that are read for the examples, for each kind of log. */
const LOGS_READ = 500;

/**
 * Returns examples of the paths that `{unmatched}` counts: templates derived from the URLs of stored logs, which contain no secrets. Paths with a
 * successful response come first, then the most requested ones, so that the made-up paths of a scanner come last.
 */
export async function listExamplePaths(
  store: AreaStore<MetricsPorts & LogPorts>,
  projectId: string,
  { from, to }: MinuteRange,
): Promise<string[]> {
  const search = { route: UNMATCHED_ROUTE, since: formatMinute(from), until: formatMinute(to) };
  const paths = new Map<string, { successes: number; requests: number }>();
  const count = async (filter: LogSearch, isSuccess: boolean) => {
    const { logs } = await listNewestLogs(store, projectId, [{ ...search, ...filter }], LOGS_READ);
    for (const { url } of logs) {
      const path = normalizePath(getPath(url)).slice(0, MAX_EXAMPLE_PATH_CHARS).toWellFormed();
      const counts = paths.get(path) ?? { successes: 0, requests: 0 };
      paths.set(path, counts);
      if (isSuccess) counts.successes += 1;
      else counts.requests += 1;
    }
  };
  await count({ statusClass: '2xx' }, true);
  await count({}, false);
  return [...paths]
    .sort(([, a], [, b]) => b.successes - a.successes || b.requests - a.requests)
    .slice(0, MAX_EXAMPLE_PATHS)
    .map(([path]) => path);
}
