import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Goal, Section, Table } from '../../report/report-section.ts';
import { langchainMarkdown } from '../chunkers/langchain.ts';
import { getDefaultTarget } from '../chunkers/own-chunker.ts';
import { selectChunkers } from '../chunkers/select-chunkers.ts';
import { readDocumentation, readMarkdownProjects } from '../data/documentation.ts';
import type { Options } from '../options.ts';
import { createFreshProcesses, type FreshProcesses } from './fresh-process.ts';
import { GROWTH_FACTORS } from './measure-growth.ts';
import { computeMedian, type WarmTimes } from './measure-warm.ts';
import { selectSpreadSample, writePages } from './pages-on-disk.ts';
import { FLOOR_NAME, OWN_SITE_NAME, type Task } from './speed-task.ts';

const COLD_SAMPLE_BYTES = 3_000_000;
const COLD_ROUNDS = 5;
const GROWN_BYTES = 500_000;
const MB = 1_000_000;
/**
 * The maximum CPU time per byte at eight times the length of a document, relative to the time per byte at the original
 * length.
 */
const MAX_GROWTH_RATIO = 1.3;
/** The maximum CPU time of a whole run, relative to the CPU time of LangChain's Markdown splitter. */
const MAX_MEDIAN_RATIO = 1.5;
const MAX_WORST_RATIO = 2.3;
const EMPTY_PROCESS_NAME = 'an empty process';

/**
 * Measures the cold and warm speed of Context Sync, of the peers, and of only reading and hashing. Checks that the time
 * grows linearly.
 */
export async function measureSpeed(options: Options): Promise<Section> {
  const pages = readDocumentation(options.data);
  const names = selectChunkers(options.module, options.only).map(({ name }) => name);
  const size = options.targets?.[0] ?? (await getDefaultTarget(options.module));
  const processes = await createFreshProcesses(options.module);
  const scratchFolder = mkdtempSync(join(tmpdir(), 'bench-chunker-'));
  const createFolder = (name: string) => {
    mkdirSync(join(scratchFolder, name), { recursive: true });
    return join(scratchFolder, name);
  };
  const createTask = (kind: Task['kind'], name: string, input: string): Task => ({
    kind,
    name,
    module: processes.module,
    size,
    input,
    keep: false,
  });
  try {
    const coldBytes = writePages(createFolder('cold'), selectSpreadSample(pages, COLD_SAMPLE_BYTES));
    const coldResults = await measureColdTimes(processes, names, (name) =>
      createTask('once', name, createFolder('cold')),
    );
    const projects = await measureProjects(processes, options.data, createFolder, (name, input) =>
      createTask('once', name, input),
    );
    const allBytes = writePages(createFolder('warm'), pages);
    const warmResults = new Map<string, WarmTimes>();
    for (const name of names)
      warmResults.set(name, (await processes.run<WarmTimes>(createTask('warm', name, createFolder('warm')))).result);
    const grownFile = join(scratchFolder, 'grown.md');
    writeFileSync(grownFile, joinBodies(selectSpreadSample(pages, GROWN_BYTES)));
    const growthTimes = new Map<string, (number | null)[]>();
    for (const name of names) {
      growthTimes.set(name, (await processes.run<(number | null)[]>(createTask('linear', name, grownFile))).result);
    }
    return {
      title: 'Speed',
      notes: [
        `The tables list CPU time (user and system) of chunkers with the size setting ${size}; 1 MB is 1,000,000 bytes of UTF-8. The pages are the docs of Vite, NestJS and the Rust book, and the Markdown files of the npm packages \`next\` and \`ai\`: ${(allBytes / MB).toFixed(1)} MB.`,
        `Cold: a new process imports the chunker and chunks ${(coldBytes / MB).toFixed(1)} MB of pages once, including its start and imports; median of ${COLD_ROUNDS} rounds, in which all chunkers take turns. Each chunker runs as its users run it: ours as one bundled file with source URLs, as in the action; the others as installed from npm. By project: the same measurement with all Markdown pages of each project. With the site index, our chunker first indexes all pages and resolves links, as in a run of the action. ` +
          'Warm: repeated measurements in one process after a warm-up, alternating with the floor, which reads the same files, hashes them with SHA-256 and decodes them. The items are discarded immediately. The figures are medians. Chunkers that take more than three seconds for all pages are measured with a part of the pages, and so is their floor. ' +
          `Linear: one document of ${(GROWN_BYTES / MB).toFixed(1)} MB, and the same text repeated two, four and eight times; cost per byte relative to the first.`,
      ],
      tables: [
        createColdTable(coldResults),
        createProjectTable(projects),
        createWarmTable(warmResults),
        createLinearTable(growthTimes),
      ],
      goals: createGoals(coldResults, projects, growthTimes),
    };
  } finally {
    rmSync(scratchFolder, { recursive: true, force: true });
  }
}

async function measureColdTimes(
  processes: FreshProcesses,
  names: readonly string[],
  createTask: (name: string) => Task,
): Promise<Map<string, number>> {
  const timesByName = new Map<string, number[]>();
  const add = (name: string, time: number) => timesByName.set(name, [...(timesByName.get(name) ?? []), time]);
  for (let round = 0; round < COLD_ROUNDS; round += 1) {
    add(EMPTY_PROCESS_NAME, (await processes.empty()).cpu);
    for (const name of [FLOOR_NAME, ...names]) add(name, (await processes.run(createTask(name))).cpu);
  }
  return new Map([...timesByName].map(([name, all]) => [name, computeMedian(all)]));
}

/** The CPU times for all Markdown pages of one project, in microseconds. */
interface ProjectTimes {
  readonly project: string;
  readonly bytes: number;
  readonly ours: number;
  readonly oursWithSite: number;
  readonly peer: number;
}

async function measureProjects(
  processes: FreshProcesses,
  data: string,
  createFolder: (name: string) => string,
  createTask: (name: string, input: string) => Task,
): Promise<ProjectTimes[]> {
  const results: ProjectTimes[] = [];
  for (const [project, pages] of readMarkdownProjects(data)) {
    const folder = createFolder(`project-${project}`);
    const bytes = writePages(folder, pages);
    const names = ['ours', OWN_SITE_NAME, langchainMarkdown.name];
    const times = await measureColdTimes(processes, names, (name) => createTask(name, folder));
    const getTime = (name: string) => times.get(name) ?? Number.NaN;
    results.push({
      project,
      bytes,
      ours: getTime('ours'),
      oursWithSite: getTime(OWN_SITE_NAME),
      peer: getTime(langchainMarkdown.name),
    });
  }
  return results;
}

/** Concatenates pages without their front matter, because only the start of a document can contain front matter. */
function joinBodies(pages: readonly { text: string }[]): string {
  return pages.map(({ text }) => `${text.replace(/^---\r?\n[\s\S]*?\r?\n---\r?\n/, '').trim()}\n\n`).join('');
}

function createColdTable(cold: ReadonlyMap<string, number>): Table {
  const ownTimes = cold.get('ours');
  return {
    caption: 'Cold',
    head: ['process', 'CPU ms', 'relative to ours'],
    rows: [...cold].map(([name, time]) => [
      name,
      (time / 1000).toFixed(0),
      ownTimes ? `${(time / ownTimes).toFixed(2)} ×` : '',
    ]),
  };
}

function createProjectTable(projects: readonly ProjectTimes[]): Table {
  return {
    caption: 'Cold, by project',
    head: [
      'project',
      'MB',
      'CPU ms, ours',
      'with the site index',
      `CPU ms, ${langchainMarkdown.name}`,
      'ours relative to it',
      'with the site index',
    ],
    rows: projects.map(({ project, bytes, ours, oursWithSite, peer }) => [
      project,
      (bytes / MB).toFixed(2),
      (ours / 1000).toFixed(0),
      (oursWithSite / 1000).toFixed(0),
      (peer / 1000).toFixed(0),
      `${(ours / peer).toFixed(2)} ×`,
      `${(oursWithSite / peer).toFixed(2)} ×`,
    ]),
  };
}

function createWarmTable(warm: ReadonlyMap<string, WarmTimes>): Table {
  const computeRate = ({ chunkPage, bytes }: WarmTimes) => bytes / chunkPage;
  const ownTimes = warm.get('ours');
  return {
    caption: 'Warm',
    head: ['chunker', 'MB/s', 'time against read + hash', 'time against ours'],
    rows: [...warm].map(([name, one]) => [
      name,
      computeRate(one).toFixed(computeRate(one) < 10 ? 1 : 0),
      `${(one.chunkPage / one.floor).toFixed(2)} ×`,
      ownTimes ? `${(computeRate(ownTimes) / computeRate(one)).toFixed(2)} ×` : '',
    ]),
  };
}

function createLinearTable(linear: ReadonlyMap<string, readonly (number | null)[]>): Table {
  return {
    caption: 'Cost per byte as one document grows',
    head: ['chunker', ...GROWTH_FACTORS.map((growth) => `${growth} ×`)],
    rows: [...linear].map(([name, times]) => [
      name,
      ...GROWTH_FACTORS.map((_, index) => computeTimePerByte(times, index)?.toFixed(2) ?? '–'),
    ]),
  };
}

function computeTimePerByte(times: readonly (number | null)[], index: number): number | undefined {
  const [first, time, growth] = [times[0], times[index], GROWTH_FACTORS[index]];
  return first && time && growth ? time / growth / first : undefined;
}

function createGoals(
  cold: ReadonlyMap<string, number>,
  projects: readonly ProjectTimes[],
  linear: ReadonlyMap<string, readonly (number | null)[]>,
): Goal[] {
  const goals: Goal[] = [];
  const [coldOwn, coldPeer] = [cold.get('ours'), cold.get(langchainMarkdown.name)];
  if (coldOwn && coldPeer) {
    const measuredRatio = `${(coldOwn / coldPeer).toFixed(2)} × it`;
    goals.push({
      goal: `cold: less CPU than ${langchainMarkdown.name}`,
      measured: measuredRatio,
      met: coldOwn < coldPeer,
    });
  }
  const ratios = projects.map(({ oursWithSite, peer }) => oursWithSite / peer);
  const [medianRatio, worstRatio] = [computeMedian(ratios), Math.max(...ratios)];
  goals.push({
    goal: `cold, with the site index: at most ${MAX_MEDIAN_RATIO} × the CPU of ${langchainMarkdown.name}, which resolves no links, in the median project, and ${MAX_WORST_RATIO} × in each`,
    measured: `${medianRatio.toFixed(2)} ×; at most ${worstRatio.toFixed(2)} ×`,
    met: medianRatio <= MAX_MEDIAN_RATIO && worstRatio <= MAX_WORST_RATIO,
  });
  const lastGrowthTimes = computeTimePerByte(linear.get('ours') ?? [], GROWTH_FACTORS.length - 1);
  if (linear.has('ours')) {
    goals.push({
      goal: `linear: at eight times the length, at most ${MAX_GROWTH_RATIO} × the cost per byte`,
      measured: lastGrowthTimes === undefined ? 'not measured' : `${lastGrowthTimes.toFixed(2)} ×`,
      met: lastGrowthTimes !== undefined && lastGrowthTimes <= MAX_GROWTH_RATIO,
    });
  }
  return goals;
}
