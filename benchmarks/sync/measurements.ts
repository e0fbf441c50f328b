import type { Cleanup } from '../../packages/testkit/build/index.js';
import type { Section } from '../report/report-section.ts';
import { measureFirstSync } from './first-sync/first-sync-section.ts';
import { measureMemory } from './memory/memory-section.ts';
import type { Options } from './options.ts';
import { measurePeer } from './peer/peer-section.ts';
import { measurePushes } from './pushes/pushes-section.ts';

/**
 * A function that measures a part of the sync. No other measurement may run at the same time.
 * @throws MeasurementFailed if the result of a run is wrong
 */
export type Measurement = (options: Options, cleanup: Cleanup) => Promise<Section>;

/** All measurements, in the order of the report. */
export const measurements: ReadonlyMap<string, Measurement> = new Map([
  ['pushes', measurePushes],
  ['first-sync', measureFirstSync],
  ['memory', measureMemory],
  ['peer', measurePeer],
]);
