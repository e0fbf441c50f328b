import type { Run } from '../stage/stage.ts';
import { MeasurementFailed } from '../timing/measured.ts';

export interface Expected {
  /** Items on the server. */
  readonly items: number;
  /** Different titles among them. */
  readonly titles: number;
  readonly created: number;
  readonly updated: number;
}

/** A fast run that did the wrong thing is no measurement. @throws MeasurementFailed */
export function expectRun({ service, outputs }: Run, expected: Expected): void {
  const { created, updated, failed } = outputs;
  const found = { items: service.items, titles: service.titles, created: Number(created), updated: Number(updated) };
  const wrong = Object.entries(expected).filter(([name, value]) => found[name as keyof Expected] !== value);
  if (wrong.length === 0 && failed === '0' && service.sources === 1) return;
  const text = JSON.stringify({ ...found, failed, sources: service.sources });
  throw new MeasurementFailed(`A run left ${text}, where ${JSON.stringify(expected)} was to be.`);
}
