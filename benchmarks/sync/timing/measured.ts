import { existsSync, readFileSync } from 'node:fs';
import { now } from './trace.ts';

/** What a process has cost, with all that it started. */
export interface Measured {
  readonly begun: number;
  readonly ended: number;
  /** Milliseconds from its start to its end. */
  readonly wall: number;
  /** Milliseconds of CPU, user and system, to the 10 ms in which the kernel counts; NaN where /proc does not tell. */
  readonly cpu: number;
}

/** A run did not do what it is measured for; the message says what it did instead. */
export class MeasurementFailed extends Error {
  override readonly name = 'MeasurementFailed';
}

/** Measures what starts one process and waits for it. No other child may end meanwhile. */
export async function measured<T>(work: () => Promise<T>): Promise<Measured & { readonly result: T }> {
  const [cpu, begun] = [childrenCpu(), now()];
  const result = await work();
  const ended = now();
  return { result, begun, ended, wall: ended - begun, cpu: childrenCpu() - cpu };
}

const STAT = '/proc/self/stat';
const TICK = 10;

/** CPU of the ended children and theirs (`cutime` and `cstime` of proc(5)), in milliseconds. */
function childrenCpu(): number {
  if (!existsSync(STAT)) return Number.NaN;
  const text = readFileSync(STAT, 'utf8');
  // The second field is a name in brackets, which may hold spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) * TICK;
}
