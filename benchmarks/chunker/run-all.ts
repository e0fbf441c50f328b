import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describeMachine } from '../report/describe-machine.ts';
import { formatSectionMarkdown } from '../report/markdown.ts';
import type { Section } from '../report/report-section.ts';
import { describeVerdict, formatSectionText } from '../report/report-text.ts';
import { writeResults } from '../report/write-results.ts';
import { measurements } from './measurements.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
/**
 * Matches options that limit the measurements or change the measured code. The results of such a run do not describe
 * the current repository.
 */
const PARTIAL_RUN_OPTION = /^--(?:only|target|module)\b/;
const PACKAGES = ['@langchain/textsplitters', '@chonkiejs/core', '@llamaindex/core', '@mastra/rag', 'next', 'ai'];

/**
 * Runs every measurement in a separate process. Measurements that do not measure time run first and in parallel, and
 * the others run one after another. Writes RESULTS.md.
 */
export async function runAll(args: readonly string[]): Promise<void> {
  const failure = new AbortController();
  const scratchFolder = mkdtempSync(join(tmpdir(), 'bench-chunker-'));
  const sections = new Map<string, Section>();
  const run = async (name: string) => {
    const start = performance.now();
    const section = await measure(name, args, join(scratchFolder, `${name}.json`), failure.signal);
    sections.set(name, section);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    process.stdout.write(`\n${formatSectionText(section)}\n(${name}: ${seconds} s)\n`);
  };
  try {
    const names = [...measurements].map(([name]) => name);
    const queue = names.filter((name) => !measurements.get(name)?.alone);
    // The last measurements are started first, because they take the longest.
    const runNext = async () => {
      for (let name = queue.pop(); name !== undefined; name = queue.pop()) await run(name);
    };
    await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, runNext));
    for (const name of names.filter((one) => measurements.get(one)?.alone)) await run(name);
    const orderedSections = names.flatMap((name) => sections.get(name) ?? []);
    process.stdout.write(`\n${describeVerdict(orderedSections)}\n`);
    if (args.some((argument) => PARTIAL_RUN_OPTION.test(argument))) return;
    writeResults('chunker', createReport(orderedSections));
  } catch (error) {
    failure.abort();
    throw error;
  } finally {
    rmSync(scratchFolder, { recursive: true, force: true });
  }
}

function measure(name: string, args: readonly string[], json: string, signal: AbortSignal): Promise<Section> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, name, ...args, '--json', json], {
      stdio: ['ignore', 'ignore', 'pipe'],
      signal,
    });
    let errors = '';
    child.stderr.on('data', (data) => {
      errors += data;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(readFileSync(json, 'utf8')) as Section);
      else reject(new MeasurementError(`Measuring ${name} failed:\n${errors.trim()}`));
    });
  });
}

/** An error for a failed measurement. Its message contains the output of the measurement. */
export class MeasurementError extends Error {
  override readonly name = 'MeasurementFailed';
}

function createReport(sections: readonly Section[]): string[] {
  return [
    '# Benchmark of the chunker',
    'Written by `npm run bench:chunker`, in one run; do not edit. Compare the ratios; absolute figures depend on the machine. ' +
      'To run one measurement: `node benchmarks/chunker/main.ts <speed | memory | audit | retrieval | replay>`, one chunker with `--only <name>`, other sizes with `--target <n>`.',
    describeMachine(PACKAGES),
    describeVerdict(sections),
    ...sections.map(formatSectionMarkdown),
  ];
}
