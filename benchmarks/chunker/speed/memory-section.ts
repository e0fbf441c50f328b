import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Section } from '../../report/section.ts';
import { selectChunkers } from '../chunkers/all.ts';
import { defaultTarget } from '../chunkers/ours.ts';
import { documentation } from '../data/documentation.ts';
import type { Options } from '../options.ts';
import { freshProcesses } from './fresh-process.ts';
import { writePages } from './pages-on-disk.ts';
import { FLOOR, type Task } from './task.ts';
import { median } from './warm.ts';

const MB = 1_000_000;
const ROUNDS = 3;

interface Peak {
  readonly name: string;
  /** The peak memory if all items stay in memory. */
  readonly keeping: number;
  /** The peak memory if no items stay in memory; measured only for Context Sync and the lower bound. */
  readonly letting: number | undefined;
}

/** Measures the peak resident memory of a new process that chunks all pages. */
export async function memorySection(options: Options): Promise<Section> {
  const size = options.targets?.[0] ?? (await defaultTarget(options.module));
  const processes = freshProcesses();
  const scratch = mkdtempSync(join(tmpdir(), 'bench-chunker-'));
  try {
    const input = join(scratch, 'pages');
    mkdirSync(input);
    const bytes = writePages(input, documentation(options.data));
    const empty = (await processes.empty()).rss;
    const peaks: Peak[] = [];
    const peak = async (name: string, keep: boolean) => {
      const task: Task = { kind: 'once', name, module: options.module, size, input, keep };
      const rounds = await Promise.all(Array.from({ length: ROUNDS }, async () => (await processes.run(task)).rss));
      return median(rounds);
    };
    for (const name of [FLOOR, ...selectChunkers(options.module, options.only).map((chunker) => chunker.name)]) {
      const letting = name === FLOOR || name === 'ours' ? await peak(name, false) : undefined;
      peaks.push({ name, keeping: await peak(name, true), letting });
    }
    const times = (rss: number | undefined) => (rss === undefined ? '–' : `${((rss - empty) / bytes).toFixed(1)} ×`);
    return {
      title: 'Memory',
      notes: [
        `Peak resident memory of a new process that reads and chunks ${(bytes / MB).toFixed(1)} MB page by page with the size setting ${size}, relative to the input. The ${(empty / MB).toFixed(0)} MB of an empty process are subtracted. Medians of ${ROUNDS} rounds.`,
      ],
      tables: [
        {
          caption: 'Peak minus that of an empty process, relative to the input',
          head: ['chunker', 'all items kept', 'no items kept', 'MB in total, items kept'],
          rows: peaks.map(({ name, keeping, letting }) => [
            name,
            times(keeping),
            times(letting),
            (keeping / MB).toFixed(0),
          ]),
        },
      ],
      goals: [],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
