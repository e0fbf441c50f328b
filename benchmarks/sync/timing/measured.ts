import { existsSync, readFileSync } from 'node:fs';
import { now } from './trace.ts';

/** The cost of a process, including all processes that it started. */
export interface Measured {
  readonly begun: number;
  readonly ended: number;
  /** The milliseconds from the start of the process to its end. */
  readonly wall: number;
  /** The user and system CPU time in milliseconds, in steps of 10 ms; NaN on systems without /proc. */
  readonly cpu: number;
}

/** The result of a measured run is wrong. The message describes the result. */
export class MeasurementFailed extends Error {
  override readonly name = 'MeasurementFailed';
}

/** Measures `work`, which starts one process and waits for it. No other child process may end during the measurement. */
export async function measured<T>(work: () => Promise<T>): Promise<Measured & { readonly result: T }> {
  const [cpu, begun] = [childrenCpu(), now()];
  const result = await work();
  const ended = now();
  return { result, begun, ended, wall: ended - begun, cpu: childrenCpu() - cpu };
}

const STAT = '/proc/self/stat';
const TICK = 10;

/** Returns the CPU time of ended child processes (`cutime` and `cstime` of proc(5)), in milliseconds. */
function childrenCpu(): number {
  if (!existsSync(STAT)) return Number.NaN;
  const text = readFileSync(STAT, 'utf8');
  // The second field of the file is a name in parentheses, which may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK;
}
