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
} from '@context-sync/testkit';
import { Checks } from './checks.ts';
import { foldLog } from './fold-log.ts';
import { addSentence, ownDocs, ownPictures } from './own-docs.ts';
import { screen } from './screen.ts';

/** The edit of the third push, and a question that only the edited docs answer. */
const EDIT = {
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

/** Runs a sync of this project's docs on this machine and checks every result that it prints. @returns the exit code */
export async function runDemo(): Promise<number> {
  const cleanup = new Cleanup();
  const checks = new Checks();
  const stop = new Promise<'interrupted'>((resolve) => {
    process.once('SIGINT', () => resolve('interrupted'));
    process.once('SIGTERM', () => resolve('interrupted'));
  });
  try {
    const end = await Promise.race([runSteps(cleanup, checks), stop]);
    if (end === 'interrupted') return 130;
  } catch (error) {
    checks.check(false, 'the demo completed', error instanceof Error ? error.message : String(error));
  } finally {
    await cleanup.close();
  }
  if (checks.broken > 0) screen.bad(`${checks.broken} of the checks above failed`);
  return checks.broken > 0 ? 1 : 0;
}

async function runSteps(cleanup: Cleanup, checks: Checks): Promise<void> {
  screen.blank();
  screen.title('Context Sync: from docs/ to the context of your docs AI');

  screen.chapter('Setup');
  const service = await startService(cleanup);
  screen.line(
    `the platform's API with its embedded store at ${service.url}, with project "${service.project}" and a new API key`,
  );
  const github = await startGitHub(cleanup);
  screen.line(`a GitHub emulator at ${github.apiUrl}, which stores the state in a git ref`);
  const docs = await ownDocs();
  const repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', { ...docs, ...(await ownPictures()) });
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

  screen.chapter('First push: everything is new');
  const first = await push();
  const afterFirst = await listItems(service);
  const created = Number(first.outputs.created);
  checks.check(
    first.outputs['data-source-id'] !== '',
    `the repository is connected as data source ${first.outputs['data-source-id']}`,
    'no data source was connected',
  );
  checks.check(
    created > 0 && afterFirst.length === created,
    `${created} items created, and the service holds exactly ${afterFirst.length}`,
    `${created} were reported, but the service holds ${afterFirst.length}`,
  );

  screen.chapter('The same push again: nothing to do');
  const second = await push();
  const afterSecond = await listItems(service);
  checks.check(
    second.outputs.changed === 'false' && JSON.stringify(afterSecond) === JSON.stringify(afterFirst),
    `nothing was sent: all ${second.outputs.unchanged} items unchanged`,
    `changed is ${second.outputs.changed}, and the service holds ${afterSecond.length} items`,
  );

  screen.chapter(`Add one sentence in "${EDIT.heading.replace(/^#+ /, '')}" of ${EDIT.path}`);
  const edited = addSentence(docs[EDIT.path] ?? '', EDIT.heading, EDIT.sentence);
  await repository.commit('Mention the walrus', { [EDIT.path]: edited });
  const third = await push();
  const afterThird = await listItems(service);
  const changes = await plannedChanges(third);
  const touched = differences(afterSecond, afterThird);
  const onlyThat = changes.every(
    ({ path, content }) => path === EDIT.path && content?.includes(EDIT.sentence) === true,
  );
  checks.check(
    changes.length === 1 && onlyThat && third.outputs.updated === '1',
    `one item updated: "${changes[0]?.title}"`,
    `${changes.length} changes: ${changes.map(({ kind, title }) => `${kind} ${title}`).join('; ')}`,
  );
  checks.check(
    touched.length === 1 && afterThird.length === afterFirst.length,
    `the service agrees: ${touched.length} of its ${afterThird.length} items has changed`,
    `${touched.length} of its ${afterThird.length} items have changed`,
  );

  screen.chapter('Search the synced docs');
  screen.line(`“${EDIT.question}”`);
  const [answer] = await searchItems(service, EDIT.question);
  checks.check(
    answer?.content.includes(EDIT.sentence) === true,
    `the first result is "${answer?.title}": “${EDIT.sentence}”`,
    `the first result is "${answer?.title ?? 'nothing'}"`,
  );

  screen.chapter('Summary');
  for (const [name, { outputs }] of [
    ['first push', first],
    ['same again', second],
    ['one edit', third],
  ] as const) {
    const { created: c, updated: u, deleted: d, unchanged: same } = outputs;
    screen.line(`${name.padEnd(12)}${c} created, ${u} updated, ${d} deleted, ${same} unchanged`);
  }
  screen.blank();
}

async function plannedChanges(result: ActionResult): Promise<PlannedChange[]> {
  const file: unknown = JSON.parse(await readFile(result.outputs['plan-path'] ?? '', 'utf8'));
  return (file as { changes: PlannedChange[] }).changes;
}

function differences(before: readonly ServiceItem[], after: readonly ServiceItem[]): ServiceItem[] {
  const known = new Map(before.map((item) => [item.id, item.content]));
  return after.filter((item) => known.get(item.id) !== item.content);
}
