import { readFile } from 'node:fs/promises';
import {
  type ActionResult,
  Cleanup,
  GitRepository,
  listItems,
  runAction,
  type ServiceItem,
  searchItems,
  startGitHub,
  startService,
  type TestService,
} from '@context-sync/testkit';
import { DemoChecks } from './demo-checks.ts';
import { foldLog } from './fold-log.ts';
import { demonstratePortal } from './portal-demo.ts';
import { addSentence, readLinkedFiles, readProjectDocs } from './project-docs.ts';
import { demonstrateRecovery } from './recovery-demo.ts';
import { demonstrateRisk } from './risk-demo.ts';
import { screen } from './terminal-screen.ts';

/** The edit that the third push contains, and a question that only the edited docs can answer. */
const SAMPLE_EDIT = {
  path: 'docs/how-to/troubleshooting.md',
  heading: '## The key is rejected',
  sentence: 'On the day of the demo, the walrus keeps a spare key under the lighthouse doormat.',
  question: 'Where does the walrus keep the spare key?',
} as const;

interface PlannedChange {
  readonly kind: string;
  readonly path: string;
  readonly title: string;
  readonly content?: string;
}

export interface DemoOptions {
  /** Whether the service and its docs portal keep running until the demo is interrupted. */
  readonly keep: boolean;
  /** Port of the service; 0 for any free port. */
  readonly port: number;
}

/** Runs a sync of this project's docs on this machine, and checks and prints every result. @returns the exit code */
export async function runDemo({ keep, port }: DemoOptions): Promise<number> {
  const cleanup = new Cleanup();
  const checks = new DemoChecks();
  const stop = new Promise<'interrupted'>((resolve) => {
    process.once('SIGINT', () => resolve('interrupted'));
    process.once('SIGTERM', () => resolve('interrupted'));
  });
  try {
    const end = await Promise.race([runSteps(cleanup, checks, port), stop]);
    if (end === 'interrupted') return 130;
    if (keep && checks.broken === 0) {
      screen.title(`The portal is running at ${end}. Press Ctrl+C to end it.`);
      await stop;
    }
  } catch (error) {
    checks.check(false, 'the demo completed', error instanceof Error ? error.message : String(error));
  } finally {
    await cleanup.close();
  }
  if (checks.broken > 0) screen.bad(`${checks.broken} of the checks above failed`);
  return checks.broken > 0 ? 1 : 0;
}

/** The values that the steps of the demo share. */
interface Demo {
  readonly checks: DemoChecks;
  readonly docs: Readonly<Record<string, string>>;
  readonly repository: GitRepository;
  readonly service: TestService;
  /** Runs the action on the last commit. */
  readonly push: () => Promise<ActionResult>;
}

/** @returns the URL of the portal */
async function runSteps(cleanup: Cleanup, checks: DemoChecks, port: number): Promise<string> {
  screen.blank();
  screen.title('Context Sync: from docs/ to the context of your docs AI');
  const demo = await setUp(cleanup, checks, port);
  const firstPush = await pushEverything(demo);
  const secondPush = await pushAgain(demo, firstPush.items);
  const thirdPush = await pushOneEdit(demo, secondPush.items);
  await askAboutEdit(demo);
  await demonstrateRecovery(cleanup, checks, demo.service);
  await demonstrateRisk(checks, demo.service);
  const portal = await demonstratePortal(checks, demo.service);

  screen.chapter('Summary');
  for (const [name, { result }] of [
    ['first push', firstPush],
    ['same again', secondPush],
    ['one edit', thirdPush],
  ] as const) {
    const { created, updated, deleted, unchanged } = result.outputs;
    screen.line(`${name.padEnd(12)}${created} created, ${updated} updated, ${deleted} deleted, ${unchanged} unchanged`);
  }
  screen.line(`portal      ${portal}`);
  screen.blank();
  return portal;
}

async function setUp(cleanup: Cleanup, checks: DemoChecks, port: number): Promise<Demo> {
  screen.chapter('Setup');
  const service = await startService(cleanup, ['octo-api'], { port });
  screen.line(
    `the platform's API with its embedded store at ${service.url}, with project "${service.project}" and a new API key`,
  );
  const github = await startGitHub(cleanup);
  screen.line(`a GitHub emulator at ${github.apiUrl}, which stores the state in a git ref`);
  const docs = await readProjectDocs();
  const repository = await GitRepository.create(cleanup);
  const settings = { '.github/context-sync.yml': 'publish: true\npublic: true\n' };
  await repository.commit('Write the docs', { ...docs, ...settings, ...(await readLinkedFiles()) });
  screen.line(`a git repository with this project's own docs: ${Object.keys(docs).length} documents`);
  const push = async (): Promise<ActionResult> => {
    const result = await runAction(cleanup, {
      workspace: repository.path,
      github,
      sha: await repository.git('rev-parse', 'HEAD'),
      inputs: { 'api-key': service.key, 'base-url': service.url, project: service.project, 'installation-id': '42' },
    });
    for (const line of foldLog(result.stdout)) screen.quiet(`│ ${line}`);
    checks.check(
      result.exitCode === 0,
      'the action succeeded',
      `it exited with ${result.exitCode}: ${result.stderr || result.stdout}`,
    );
    return result;
  };
  return { checks, docs, repository, service, push };
}

/** A push, and the items that the service stores after it. */
interface PushResult {
  readonly result: ActionResult;
  readonly items: readonly ServiceItem[];
}

async function pushEverything({ checks, push, service }: Demo): Promise<PushResult> {
  screen.chapter('First push: everything is new');
  const result = await push();
  const items = await listItems(service);
  const createdCount = Number(result.outputs.created);
  checks.check(
    result.outputs['data-source-id'] !== '',
    `the repository is connected as data source ${result.outputs['data-source-id']}`,
    'no data source was connected',
  );
  checks.check(
    createdCount > 0 && items.length === createdCount,
    `${createdCount} items created, and the service contains exactly ${items.length}`,
    `${createdCount} were reported, but the service contains ${items.length}`,
  );
  return { result, items };
}

async function pushAgain({ checks, push, service }: Demo, before: readonly ServiceItem[]): Promise<PushResult> {
  screen.chapter('The same push again: nothing to do');
  const result = await push();
  const items = await listItems(service);
  checks.check(
    result.outputs.changed === 'false' && JSON.stringify(items) === JSON.stringify(before),
    `nothing was sent: all ${result.outputs.unchanged} items unchanged`,
    `changed is ${result.outputs.changed}, and the service contains ${items.length} items`,
  );
  return { result, items };
}

async function pushOneEdit(demo: Demo, before: readonly ServiceItem[]): Promise<PushResult> {
  const { checks, docs, repository, service } = demo;
  screen.chapter(`Add one sentence in "${SAMPLE_EDIT.heading.replace(/^#+ /, '')}" of ${SAMPLE_EDIT.path}`);
  const editedText = addSentence(docs[SAMPLE_EDIT.path] ?? '', SAMPLE_EDIT.heading, SAMPLE_EDIT.sentence);
  await repository.commit('Mention the walrus', { [SAMPLE_EDIT.path]: editedText });
  const result = await demo.push();
  const items = await listItems(service);
  const docChanges = await readPlannedChanges(result);
  const touchedItems = findDifferences(before, items);
  const isOnlyChange = docChanges.every(
    ({ path, content }) => path === SAMPLE_EDIT.path && content?.includes(SAMPLE_EDIT.sentence) === true,
  );
  checks.check(
    docChanges.length === 1 && isOnlyChange && result.outputs.updated === '1',
    `one item updated: "${docChanges[0]?.title}"`,
    `${docChanges.length} changes: ${docChanges.map(({ kind, title }) => `${kind} ${title}`).join('; ')}`,
  );
  checks.check(
    touchedItems.length === 1 && items.length === before.length,
    `the service agrees: ${touchedItems.length} of its ${items.length} items has changed`,
    `${touchedItems.length} of its ${items.length} items have changed`,
  );
  return { result, items };
}

async function askAboutEdit({ checks, service }: Demo): Promise<void> {
  screen.chapter('Search the synced docs');
  screen.line(`“${SAMPLE_EDIT.question}”`);
  const [firstResult] = await searchItems(service, SAMPLE_EDIT.question);
  checks.check(
    firstResult?.content.includes(SAMPLE_EDIT.sentence) === true,
    `the first result is "${firstResult?.title}": “${SAMPLE_EDIT.sentence}”`,
    `the first result is "${firstResult?.title ?? 'nothing'}"`,
  );
  const source = /^Source: (\S+)$/m.exec(firstResult?.content ?? '')?.[1] ?? '';
  checks.check(
    source.includes(SAMPLE_EDIT.path),
    `it cites its source: ${source}`,
    `it cites ${source === '' ? 'no source' : source}`,
  );
}

async function readPlannedChanges(result: ActionResult): Promise<PlannedChange[]> {
  const file: unknown = JSON.parse(await readFile(result.outputs['plan-path'] ?? '', 'utf8'));
  return (file as { changes: PlannedChange[] }).changes;
}

function findDifferences(before: readonly ServiceItem[], after: readonly ServiceItem[]): ServiceItem[] {
  const contentById = new Map(before.map((item) => [item.id, item.content]));
  return after.filter((item) => contentById.get(item.id) !== item.content);
}
