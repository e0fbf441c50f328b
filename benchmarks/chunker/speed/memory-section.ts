import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Section } from '../../report/report-section.ts';
import { getDefaultTarget } from '../chunkers/own-chunker.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import { readDocumentation } from '../data/documentation.ts';
import type { Options } from '../options.ts';
import { createFreshProcesses } from './fresh-process.ts';
import { computeMedian } from './measure-warm.ts';
import { writePages } from './pages-on-disk.ts';
import { FLOOR_NAME, type Task } from './speed-task.ts';

const MB = 1_000_000;
const MEASURED_ROUNDS = 3;

interface MemoryPeak {
  readonly name: string;
  /** The peak memory if all items stay in memory, in bytes. */
  readonly keeping: number;
  /** The peak memory if no items stay in memory, in bytes. Measured only for Context Sync and the lower bound. */
  readonly letting: number | undefined;
}

/** Measures the peak resident memory of a new process that chunks all pages. */
export async function measureMemory(options: Options): Promise<Section> {
  const size = options.targets?.[0] ?? (await getDefaultTarget(options.module));
  const processes = await createFreshProcesses(options.module);
  const scratchFolder = mkdtempSync(join(tmpdir(), 'bench-chunker-'));
  try {
    const input = join(scratchFolder, 'pages');
    mkdirSync(input);
    const bytes = writePages(input, readDocumentation(options.data));
    const emptyRss = (await processes.empty()).rss;
    const memoryPeaks: MemoryPeak[] = [];
    const measurePeak = async (name: string, keep: boolean) => {
      const task: Task = { kind: 'once', name, module: processes.module, size, input, keep };
      const rounds = await Promise.all(
        Array.from({ length: MEASURED_ROUNDS }, async () => (await processes.run(task)).rss),
      );
      return computeMedian(rounds);
    };
    for (const name of [FLOOR_NAME, ...selectChunkers(options.module, options.only).map((chunker) => chunker.name)]) {
      const releasedPeak = name === FLOOR_NAME || name === 'ours' ? await measurePeak(name, false) : undefined;
      memoryPeaks.push({ name, keeping: await measurePeak(name, true), letting: releasedPeak });
    }
    const formatTimes = (rss: number | undefined) =>
      rss === undefined ? '–' : `${((rss - emptyRss) / bytes).toFixed(1)} ×`;
    return {
      title: 'Memory',
      notes: [
        `The table lists the peak resident memory of a new process that reads and chunks ${(bytes / MB).toFixed(1)} MB page by page with the size setting ${size}, relative to the input. The ${(emptyRss / MB).toFixed(0)} MB of an empty process are subtracted. Medians of ${MEASURED_ROUNDS} rounds.`,
      ],
      tables: [
        {
          caption: 'Peak memory minus that of an empty process, relative to the input',
          head: ['chunker', 'all items kept', 'no items kept', 'MB in total, items kept'],
          rows: memoryPeaks.map(({ name, keeping, letting }) => [
            name,
            formatTimes(keeping),
            formatTimes(letting),
            (keeping / MB).toFixed(0),
          ]),
        },
      ],
      goals: [],
    };
  } finally {
    rmSync(scratchFolder, { recursive: true, force: true });
  }
}
