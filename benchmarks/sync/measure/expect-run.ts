import type { MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { MeasurementFailed } from '../timing/measured.ts';

export interface Expected {
  /** Items on the server. */
  readonly items: number;
  /** Number of different titles. */
  readonly titles: number;
  readonly created: number;
  readonly updated: number;
}

/** Checks the result of a run, because the time of a run with a wrong result is meaningless. @throws MeasurementFailed */
export function expectRun({ service, outputs }: MeasuredRun, expected: Expected): void {
  const { created, updated, failed } = outputs;
  const found = { items: service.items, titles: service.titles, created: Number(created), updated: Number(updated) };
  const wrong = Object.entries(expected).filter(([name, value]) => found[name as keyof Expected] !== value);
  if (wrong.length === 0 && failed === '0' && service.sources === 1) return;
  const text = JSON.stringify({ ...found, failed, sources: service.sources });
  throw new MeasurementFailed(`A run left ${text} instead of ${JSON.stringify(expected)}.`);
}
