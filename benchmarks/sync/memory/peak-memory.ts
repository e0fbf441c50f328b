import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cleanup } from '../../../packages/testkit/build/index.js';

/** A measurement of the peak memory of a Node.js process from within the process. */
export interface PeakMemory {
  /** The environment variables that make the process write its peak memory to a file when it exits. */
  readonly env: Readonly<Record<string, string>>;
  /** Returns the largest resident set size of the process that has ended, in MiB. */
  mebibytes(): Promise<number>;
}

const KIBIBYTES_PER_MEBIBYTE = 1024;

export async function createPeakMeter(cleanup: Cleanup): Promise<PeakMemory> {
  const folder = await cleanup.folder('memory');
  const [program, result] = [join(folder, 'report-peak.cjs'), join(folder, 'peak')];
  const write = `require('node:fs').writeFileSync(${JSON.stringify(result)}, String(process.resourceUsage().maxRSS))`;
  await writeFile(program, `process.once('exit', () => ${write});\n`);
  return {
    env: { NODE_OPTIONS: `--require=${program}` },
    mebibytes: async () => Number(await readFile(result, 'utf8')) / KIBIBYTES_PER_MEBIBYTE,
  };
}
