import type { MeasuredRun } from '../sandbox/benchmark-sandbox.ts';
import { MeasurementFailed } from '../timing/measure-work.ts';

export interface ExpectedRun {
  /** Number of items on the server. */
  readonly items: number;
  /** Number of different item titles. */
  readonly titles: number;
  readonly created: number;
  readonly updated: number;
}

/**
 * Checks the result of a run, because the time of an incorrect run is meaningless.
 * @throws MeasurementFailed
 */
export function expectRun({ service, outputs }: MeasuredRun, expected: ExpectedRun): void {
  const { created, updated, failed } = outputs;
  const actualResult = {
    items: service.items,
    titles: service.titles,
    created: Number(created),
    updated: Number(updated),
  };
  const wrongEntries = Object.entries(expected).filter(
    ([name, value]) => actualResult[name as keyof ExpectedRun] !== value,
  );
  if (wrongEntries.length === 0 && failed === '0' && service.sources === 1) return;
  const text = JSON.stringify({ ...actualResult, failed, sources: service.sources });
  throw new MeasurementFailed(`A run left ${text} instead of ${JSON.stringify(expected)}.`);
}
