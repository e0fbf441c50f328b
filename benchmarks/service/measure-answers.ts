// This program replays real histories commit by commit with questions about their docs. For each commit, it compares the answers that a plan reports as lost,
// found elsewhere or newly found with those of the service after the push, on SQLite and on PostgreSQL. The exit code is 1 if they differ on SQLite, if a
// commit that only reflows text changes an answer, or if the documents of a base commit are read incorrectly.
// node benchmarks/service/measure-answers.ts [--data <folder>] [--history <name>] [--from <commit>] [--to <commit>] [--only sqlite|postgres]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Git } from '../../packages/engine/build/git/git.js';
import { parseSources } from '../../packages/engine/build/inputs/parse-sources.js';
import { checkQuestions } from '../../packages/engine/build/questions/check-questions.js';
import { getAddress, getRepositoryUrl, hashChunkConfig } from '../../packages/engine/build/sync/chunk-config-hash.js';
import { readCommit } from '../../packages/engine/build/sync/read-commit.js';
import { createReadOptions } from '../../packages/engine/build/sync/read-options.js';
import { readBaseSide, readPlannedSide } from '../../packages/engine/build/sync/read-sides.js';
import { exitWithUsageError, readProgramOptions, requireInteger, selectByName } from '../../scripts/program-options.ts';
import { readRetrievalData } from '../chunker/data/data-folder.ts';
import { getDataFolder } from '../chunker/options.ts';
import { cloneHistory, commitReflow, createEdits, isReflow, listMoves, runGit } from './answer-histories.ts';
import { STORES, type StoreName } from './options.ts';
import { openProject } from './synced-project.ts';

const TOP = 5;
/** Number of commits between full reads. For most commits, only the differences are read. The full reads show whether a difference is wrong. */
const COMPLETE_EVERY = 20;
const PROGRESS_EVERY = 20;
/** The histories, with the names of their sets of questions. `next` has no git history, so edits of its pages are generated. */
const CORPORA = { 'vite-docs': 'vite', 'rust-book': 'rust-book', 'nestjs-docs': 'nest', 'next-edits': 'next' } as const;
type HistoryName = keyof typeof CORPORA;

interface AskedQuestion {
  readonly text: string;
  readonly path: string;
}

type Settings = Parameters<typeof readCommit>[1];
type Context = Parameters<typeof readCommit>[2];
type ReadSide = Awaited<ReturnType<typeof readBaseSide>>;
type FoundPaths = ReadonlyMap<StoreName, readonly (readonly string[])[]>;

/** The documents of a commit, and the search results of the service after its push. */
interface PushedCommit {
  readonly side: ReadSide;
  readonly found: FoundPaths;
}

const { values } = readProgramOptions({
  data: { type: 'string' },
  history: { type: 'string' },
  from: { type: 'string', default: '0' },
  to: { type: 'string' },
  only: { type: 'string' },
});
const [from, to] = [
  requireInteger('--from', values.from, 0),
  values.to === undefined ? undefined : requireInteger('--to', values.to),
];
const histories = selectByName('--history', values.history, Object.keys(CORPORA) as HistoryName[]);
const stores = selectByName('--only', values.only, STORES);
const data = getDataFolder(values.data);
const { pages, queries } = readRetrievalData(data);
const scratchFolder = mkdtempSync(join(tmpdir(), 'context-sync-answers-'));
process.once('exit', () => rmSync(scratchFolder, { recursive: true, force: true }));

const context = { serverUrl: 'https://github.com', owner: 'owner', repo: 'docs' } as Context;
const settings = createSettings();

for (const name of histories) {
  const questions = queries
    .filter(({ corpus }) => corpus === CORPORA[name])
    .map(({ query, path }): AskedQuestion => ({ text: query, path: toDocsPath(path) }));
  await replay(name, openHistory(name, questions), questions);
}

function toDocsPath(path: string): string {
  return path.replace(/^[^/]+\//, 'docs/');
}

function createSettings(): Settings {
  const inputs: Readonly<Record<string, string>> = {
    'base-url': 'https://platform.invalid',
    project: 'docs',
    state: 'folder:state',
  };
  const [source] = parseSources((name) => inputs[name] ?? '', {});
  if (!source || source.problems.length > 0) throw new Error(JSON.stringify(source?.problems));
  return source.settings as Settings;
}

function openHistory(name: HistoryName, questions: readonly AskedQuestion[]): string {
  const folder = join(scratchFolder, name);
  if (name === 'next-edits') {
    const corpus = pages.filter((page) => page.corpus === CORPORA[name]);
    createEdits(
      folder,
      corpus.map((page) => ({ ...page, path: toDocsPath(page.path) })),
      questions.map(({ path }) => path),
    );
  } else cloneHistory(join(data, 'replay', `${name}.bundle`), folder);
  commitReflow(folder);
  return folder;
}

async function replay(name: HistoryName, folder: string, questions: readonly AskedQuestion[]): Promise<void> {
  const commits = runGit(folder, 'log', '--reverse', '--format=%H').split('\n');
  const selectedCommits = commits.slice(from, to);
  if (selectedCommits.length < 2)
    exitWithUsageError(
      `--from and --to must select at least two of the ${commits.length} commits of ${name} (got ${selectedCommits.length}).`,
    );
  const projects = await Promise.all(stores.map(async (store) => ({ store, project: await openProject(store) })));
  const totals = { pushes: 0, reflowed: 0, lost: 0, elsewhere: 0, new: 0, sqlite: 0, postgres: 0, different: 0, ms: 0 };
  const report = (text: string) => console.log(`${name}, push ${totals.pushes}: ${text}`);
  let previous: PushedCommit | undefined;
  for (const commit of selectedCommits) {
    const side = await readSide(folder, commit, totals.pushes % COMPLETE_EVERY === 0 ? undefined : previous?.side);
    const foundAnswers = new Map<StoreName, readonly (readonly string[])[]>();
    for (const { store, project } of projects) {
      await project.push(side.documents);
      const texts = questions.map(({ text }) => text);
      foundAnswers.set(store, await project.search(texts, TOP));
    }
    const pushedSide = { side, found: foundAnswers };
    if (previous) {
      totals.pushes += 1;
      const { flips, ms, isSame } = await predict(folder, previous.side, side, questions);
      totals.ms += ms;
      if (!isSame) {
        totals.different += 1;
        report(`${commit} base differs`);
      }
      for (const { kind } of flips) totals[kind] += 1;
      for (const store of stores) {
        const differing = compare(folder, store, previous, pushedSide, questions, flips);
        totals[store] += differing.length;
        if (differing.length > 0) report(`${store} differs in ${differing.join(', ')}`);
      }
      if (isReflow(folder, previous.side.commit, commit)) {
        totals.reflowed += 1;
        if (flips.length > 0) {
          report(`only reflows, but changes ${flips.length} answers`);
          process.exitCode = 1;
        }
      }
      if (totals.pushes % PROGRESS_EVERY === 0) report(JSON.stringify(totals));
    }
    previous = pushedSide;
  }
  for (const { project } of projects) await project.close();
  const items = previous?.side.documents.reduce((sum, { items: own }) => sum + own.length, 0) ?? 0;
  report(`${questions.length} questions, ${items} items: ${JSON.stringify(totals)}`);
  if (totals.different > 0 || totals.sqlite > 0) process.exitCode = 1;
}

/** Reads all documents of a commit, or those that differ from another commit. */
async function readSide(folder: string, commit: string, other: ReadSide | undefined): Promise<ReadSide> {
  const git = new Git(folder, { head: commit });
  if (other) return readBaseSide(createInput(git), commit, other);
  const { docs } = await readCommit(git, settings, context, 'main');
  return readPlannedSide(createInput(git), commit, [], docs);
}

function createInput(git: Git) {
  const address = getAddress(settings, context, 'main');
  const options = createReadOptions(settings, address, hashChunkConfig(settings, address));
  return { git, settings, options, repositoryUrl: getRepositoryUrl(context, 'main') };
}

/** Computes the answers that a plan reports, and whether the plan reads the documents of the base commit correctly. */
async function predict(folder: string, base: ReadSide, after: ReadSide, questions: readonly AskedQuestion[]) {
  const start = performance.now();
  const before = await readBaseSide(createInput(new Git(folder, { head: after.commit })), base.commit, after);
  const renames = await new Git(folder).listRenames(base.commit, after.commit);
  const golden = questions.map(({ text, path }, index) => ({
    text,
    places: [{ path, section: undefined }],
    words: [],
    line: index,
  }));
  const { report } = checkQuestions(
    { top: TOP, problems: [], questions: golden },
    { docs: 'docs', folders: ['docs'] },
    { before: before.documents, after: after.documents, skipped: [], renames },
  );
  const ms = performance.now() - start;
  const describe = ({ documents }: ReadSide) => JSON.stringify(documents.map(({ path, items }) => [path, items]));
  return { flips: report.flips ?? [], ms, isSame: describe(before) === describe(base) };
}

/** Returns the answers whose predicted change did not occur in the service, and the answers that changed in the service without a prediction. */
function compare(
  folder: string,
  store: StoreName,
  before: PushedCommit,
  after: PushedCommit,
  questions: readonly AskedQuestion[],
  flips: Awaited<ReturnType<typeof predict>>['flips'],
): string[] {
  const movedPaths = listMoves(folder, before.side.commit, after.side.commit);
  const oldPaths = new Set(before.side.documents.map(({ path }) => path));
  const [old, now] = [before, after].map(({ found }) => found.get(store) ?? []);
  const actual = questions.flatMap(({ path }, index) => {
    const oldPath = oldPaths.has(path) ? path : (movedPaths.get(path) ?? path);
    const [was, is] = [old?.[index]?.includes(oldPath) === true, now?.[index]?.includes(path) === true];
    return was === is ? [] : [`${is ? 'new' : 'lost'} ${index}`];
  });
  const predictedFlips = flips.map(({ kind, question }) => `${kind === 'new' ? 'new' : 'lost'} ${question.line}`);
  return [
    ...predictedFlips.filter((flip) => !actual.includes(flip)).map((flip) => `${flip} (only predicted)`),
    ...actual.filter((flip) => !predictedFlips.includes(flip)).map((flip) => `${flip} (only in the service)`),
  ];
}
