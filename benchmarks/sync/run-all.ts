import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { Cleanup, SHIPPED_BUNDLE } from '../../packages/testkit/build/index.js';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import type { Section } from '../report/report-section.ts';
import { describeVerdict, formatSectionText } from '../report/report-text.ts';
import { writeResults } from '../report/write-results.ts';
import { measurements } from './measurements.ts';
import type { Options } from './options.ts';

/**
 * Runs all measurements one after another and writes RESULTS.md.
 * @param partial whether options limit the measurements, in which case RESULTS.md is not written
 */
export async function runAll(options: Options, outer: Cleanup, partial: boolean): Promise<void> {
  const sections: Section[] = [];
  const loadBefore = load();
  for (const [name, measure] of measurements) {
    const start = performance.now();
    // Each measurement has a separate setup, so that it does not affect the next measurement.
    const cleanup = new Cleanup();
    outer.add(() => cleanup.close());
    const section = await measure(options, cleanup);
    await cleanup.close();
    sections.push(section);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stdout.write(`\n${formatSectionText(section)}\n(${name}: ${seconds} s)\n`);
  }
  process.stdout.write(`\n${describeVerdict(sections)}\n`);
  if (partial) return;
  writeResults('sync', createReport(sections, loadBefore));
}

/** Returns the formatted load average of the last five minutes. */
function load(): string {
  return (loadavg()[1] ?? 0).toFixed(1);
}

/** Returns the first characters of the SHA-256 hash of all files of the bundle. */
function computeBundleDigest(): string {
  const folder = dirname(SHIPPED_BUNDLE);
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort())
    if (name.endsWith('.js')) hash.update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 12);
}

function createReport(sections: readonly Section[], before: string): string[] {
  return [
    '# Benchmark of the sync',
    'Written by `npm run bench:sync` in one run; do not edit. Compare the ratios; absolute figures depend on the machine. ' +
      'To run one measurement: `node benchmarks/sync/main.ts <pushes | first-sync | memory | peer>`, or one row and those that it is compared with: `--only <beginning of its name>`, such as `pushes --only "no-op, 50,000"` or `first-sync --only "1,000 items, 20"`.',
    `The benchmark measures the shipped bundle, \`apps/action/dist/index.js\`, which it starts as GitHub's runner does. It uses git repositories, an emulated GitHub that stores the state, and an HTTP server in a separate thread, all on loopback. Every run is checked: exit code 0, and exactly the expected items on the server.`,
    `${describeMachine(['rdme'])} The SHA-256 of the bundle begins with ${computeBundleDigest()}. Load of the machine over five minutes, before and after: ${before} and ${load()}; if the load exceeds the number of processors, other processes used the machine during the measurement.`,
    describeVerdict(sections),
    ...sections.map(formatSectionMarkdown),
  ];
}
