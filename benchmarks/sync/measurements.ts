import type { Cleanup } from '../../packages/testkit/build/index.js';
import type { Section } from '../report/report-section.ts';
import { firstSyncSection } from './first-sync/first-sync-section.ts';
import { memorySection } from './memory/memory-section.ts';
import type { Options } from './options.ts';
import { peerSection } from './peer/peer-section.ts';
import { pushesSection } from './pushes/pushes-section.ts';

/** Runs the measurement while no other measurement runs on the machine. @throws MeasurementFailed if the result of a run is wrong */
export type Measurement = (options: Options, cleanup: Cleanup) => Promise<Section>;

/** All measurements, in the order of the report. */
export const measurements: ReadonlyMap<string, Measurement> = new Map([
  ['pushes', pushesSection],
  ['first-sync', firstSyncSection],
  ['memory', memorySection],
  ['peer', peerSection],
]);
