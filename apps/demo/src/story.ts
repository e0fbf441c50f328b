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
import { Claims } from './claims.ts';
import { folded } from './folded.ts';
import { ownDocs, ownPictures, withSentence } from './own-docs.ts';
import { screen } from './screen.ts';

/** The edit of the third push, and the question that only the edited docs answer. */
const EDIT = {
  path: 'docs/how-to/troubleshooting.md',
  heading: '## The key is refused',
  sentence: 'On the day of the demo, the walrus keeps a spare key under the lighthouse doormat.',
  question: 'Where does the walrus keep the spare key?',
} as const;

interface PlannedChange {
  readonly kind: string;
  readonly path: string;
  readonly title: string;
  readonly content?: string;
}

/** Shows the whole way of a push on this machine, and checks everything it says. @returns the exit code */
export async function tellStory(): Promise<number> {
  const cleanup = new Cleanup();
  const claims = new Claims();
  const stop = new Promise<'interrupted'>((resolve) => {
    process.once('SIGINT', () => resolve('interrupted'));
    process.once('SIGTERM', () => resolve('interrupted'));
  });
  try {
    const end = await Promise.race([story(cleanup, claims), stop]);
    if (end === 'interrupted') return 130;
  } catch (error) {
    claims.claim(false, 'the demo runs to its end', error instanceof Error ? error.message : String(error));
  } finally {
    await cleanup.close();
  }
  if (claims.broken > 0) screen.bad(`${claims.broken} of the things above were not as they should be`);
  return claims.broken > 0 ? 1 : 0;
}

async function story(cleanup: Cleanup, claims: Claims): Promise<void> {
  screen.blank();
  screen.title('Context Sync: from docs/ to what your docs AI answers from');

  screen.chapter('The stage');
  const service = await startService(cleanup);
  screen.tell(
    `the platform's API on its embedded store, at ${service.url}, with project "${service.project}" and a fresh key`,
  );
  const github = await startGitHub(cleanup);
  screen.tell(`a GitHub emulator at ${github.apiUrl}, where the state will live in a git ref`);
  const docs = await ownDocs();
  const repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', { ...docs, ...(await ownPictures()) });
  screen.tell(`a git repository with this project's own docs: ${Object.keys(docs).length} documents`);

  const push = async (): Promise<ActionResult> => {
    const result = await runAction(cleanup, {
      workspace: repository.path,
      github,
      sha: await repository.git('rev-parse', 'HEAD'),
      inputs: { 'api-key': service.key, 'base-url': service.url, project: service.project, 'installation-id': '42' },
    });
    for (const line of folded(result.stdout)) screen.quiet(`│ ${line}`);
    claims.claim(
      result.exitCode === 0,
      'the action succeeded',
      `it ended with ${result.exitCode}: ${result.stderr || result.stdout}`,
    );
    return result;
  };

  screen.chapter('First push: everything is new');
  const first = await push();
  const afterFirst = await listItems(service);
  const created = Number(first.outputs.created);
  claims.claim(
    first.outputs['data-source-id'] !== '',
    `the repository is connected as data source ${first.outputs['data-source-id']}`,
    'no data source was connected',
  );
  claims.claim(
    created > 0 && afterFirst.length === created,
    `${created} items created, and the service holds exactly ${afterFirst.length}`,
    `${created} were reported and the service holds ${afterFirst.length}`,
  );

  screen.chapter('The same push again: nothing to do');
  const second = await push();
  const afterSecond = await listItems(service);
  claims.claim(
    second.outputs.changed === 'false' && JSON.stringify(afterSecond) === JSON.stringify(afterFirst),
    `nothing was sent: all ${second.outputs.unchanged} items unchanged`,
    `changed is ${second.outputs.changed}, and the service holds ${afterSecond.length} items`,
  );

  screen.chapter(`One sentence more, in "${EDIT.heading.replace(/^#+ /, '')}" of ${EDIT.path}`);
  const edited = withSentence(docs[EDIT.path] ?? '', EDIT.heading, EDIT.sentence);
  await repository.commit('Mention the walrus', { [EDIT.path]: edited });
  const third = await push();
  const afterThird = await listItems(service);
  const changes = await plannedChanges(third);
  const touched = differences(afterSecond, afterThird);
  const onlyThat = changes.every(
    ({ path, content }) => path === EDIT.path && content?.includes(EDIT.sentence) === true,
  );
  claims.claim(
    changes.length === 1 && onlyThat && third.outputs.updated === '1',
    `one item updated: "${changes[0]?.title}"`,
    `${changes.length} changes: ${changes.map(({ kind, title }) => `${kind} ${title}`).join('; ')}`,
  );
  claims.claim(
    touched.length === 1 && afterThird.length === afterFirst.length,
    `the service agrees: ${touched.length} of its ${afterThird.length} items differs from before`,
    `${touched.length} of its ${afterThird.length} items differ`,
  );

  screen.chapter('A question to the synced docs');
  screen.tell(`“${EDIT.question}”`);
  const [answer] = await searchItems(service, EDIT.question);
  claims.claim(
    answer?.content.includes(EDIT.sentence) === true,
    `the service answers from "${answer?.title}": “${EDIT.sentence}”`,
    `it answers from "${answer?.title ?? 'nothing'}"`,
  );

  screen.chapter('In short');
  for (const [name, { outputs }] of [
    ['first push', first],
    ['same again', second],
    ['one edit', third],
  ] as const) {
    const { created: c, updated: u, deleted: d, unchanged: same } = outputs;
    screen.tell(`${name.padEnd(12)}${c} created, ${u} updated, ${d} deleted, ${same} unchanged`);
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
