// This program measures the resources that the capture SDK uses in an API, compared with the bare API, apitally,
// readmeio and the HTTP instrumentation of OpenTelemetry.
// node benchmarks/sdk/main.ts [--rounds <n>] [--requests <n>] [--only first-byte|memory|cpu] [--framework <name>]
// --rounds: rounds of the CPU time measurement
// --requests: requests of each round
// --framework: the only framework whose CPU time is measured
// RESULTS.md is written only if no option is set.
import { loadavg } from 'node:os';
import { readProgramOptions, requireInteger, selectByName } from '../../scripts/program-options.ts';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import type { Section } from '../report/report-section.ts';
import { formatSectionText } from '../report/report-text.ts';
import { writeResults } from '../report/write-results.ts';
import { measureCpu } from './cpu.ts';
import { measureFirstByte } from './first-byte.ts';
import { measureMemory } from './memory.ts';
import { FRAMEWORKS } from './sdk-variants.ts';

const DEFAULT_ROUNDS = '10';
const DEFAULT_REQUESTS = '800';
const MEMORY_REQUESTS = 15_000;
const MEASUREMENTS = ['first-byte', 'memory', 'cpu'] as const;
type Measurement = (typeof MEASUREMENTS)[number];

const text = { type: 'string' } as const;
const { values } = readProgramOptions({ rounds: text, requests: text, only: text, framework: text });
const cpuOptions = {
  rounds: requireInteger('--rounds', values.rounds ?? DEFAULT_ROUNDS),
  requests: requireInteger('--requests', values.requests ?? DEFAULT_REQUESTS),
  frameworks: selectByName('--framework', values.framework, FRAMEWORKS),
};
const chosenMeasurements = selectByName('--only', values.only, MEASUREMENTS);

const start = performance.now();
const loadBefore = loadavg()[0] ?? 0;
const measure: Readonly<Record<Measurement, () => Promise<Section>>> = {
  'first-byte': () => measureFirstByte(),
  memory: () => measureMemory(MEMORY_REQUESTS),
  cpu: () => measureCpu(cpuOptions),
};
const sections: Section[] = [];
for (const name of chosenMeasurements) {
  const section = await measure[name]();
  process.stdout.write(`${formatSectionText(section)}\n`);
  sections.push(section);
}
if (Object.keys(values).length === 0) {
  const minutes = ((performance.now() - start) / 60_000).toFixed(0);
  writeResults('sdk', [
    '# Benchmark of the capture SDK',
    'Written by `npm run bench:sdk` in one run; do not edit. Compare the differences: the absolute figures are those of one machine.',
    `${describeMachine(['apitally', 'readmeio', '@opentelemetry/instrumentation-http', 'hono', 'express', 'fastify'])} One-minute load average before: ${loadBefore.toFixed(1)}. Duration: ${minutes} minutes.`,
    ...sections.map(formatSectionMarkdown),
  ]);
}
