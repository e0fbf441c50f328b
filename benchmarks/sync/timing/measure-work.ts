import { existsSync, readFileSync } from 'node:fs';
import { getCurrentTimeMs } from './request-trace.ts';

/** The time that a process takes, including all processes that it starts. */
export interface WorkMeasurement {
  readonly begun: number;
  readonly ended: number;
  /** The milliseconds from the start of the process to its end. */
  readonly wall: number;
  /** The user and system CPU time in milliseconds, in steps of 10 ms; NaN on systems without /proc. */
  readonly cpu: number;
}

/** An error for a measured run with a wrong result. Its message describes the result. */
export class MeasurementFailed extends Error {
  override readonly name = 'MeasurementFailed';
}

/**
 * Measures `work`, which starts one process and waits until it ends. No other child process may end during the
 * measurement.
 */
export async function measureWork<T>(work: () => Promise<T>): Promise<WorkMeasurement & { readonly result: T }> {
  const [cpu, begun] = [getChildrenCpu(), getCurrentTimeMs()];
  const result = await work();
  const endedAt = getCurrentTimeMs();
  return { result, begun, ended: endedAt, wall: endedAt - begun, cpu: getChildrenCpu() - cpu };
}

const PROCESS_STAT_FILE = '/proc/self/stat';
const TICK_MS = 10;

/** Returns the CPU time of ended child processes (`cutime` and `cstime` of proc(5)), in milliseconds. */
function getChildrenCpu(): number {
  if (!existsSync(PROCESS_STAT_FILE)) return Number.NaN;
  const text = readFileSync(PROCESS_STAT_FILE, 'utf8');
  // The second field of the file is a name in parentheses, which may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
