import type { Section } from '../report/report-section.ts';
import type { Options } from './options.ts';

/** A measurement of the chunkers, which results in one section of the report. */
export interface Measurement {
  /** Whether the measurement measures time. Such a measurement must not run at the same time as another one. */
  readonly alone: boolean;
  load(): Promise<(options: Options) => Promise<Section>>;
}

/** All measurements by name, in the order of the report. Each measurement is imported when it runs. */
export const measurements: ReadonlyMap<string, Measurement> = new Map([
  ['speed', { alone: true, load: async () => (await import('./speed/speed-section.ts')).measureSpeed }],
  ['memory', { alone: false, load: async () => (await import('./speed/memory-section.ts')).measureMemory }],
  ['audit', { alone: false, load: async () => (await import('./audit/audit-section.ts')).measureAudit }],
  [
    'retrieval',
    { alone: false, load: async () => (await import('./retrieval/retrieval-section.ts')).measureRetrievalSection },
  ],
  ['prose', { alone: false, load: async () => (await import('./prose/prose-section.ts')).measureProse }],
  ['replay', { alone: false, load: async () => (await import('./replay/replay-section.ts')).replaySection }],
]);
