import { type ActionResult, Random, StateHistory } from '@context-sync/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { type ServerItem, startTestedServer, type TestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker } from './consistency-checker.ts';
import { GeneratedDocs } from './generated-docs.ts';

const docs = new GeneratedDocs(new Random(1), 4);
let sandbox: Sandbox;
let server: TestedServer;
let result: ActionResult;

beforeAll(async () => {
  sandbox = await Sandbox.create(docs.files());
  server = await startTestedServer(sandbox.cleanup, 'the five operations');
  result = await sandbox.run(server);
});
afterAll(() => sandbox.cleanup.close());

/** Returns a checker that gets the items of the server as `show` returns them. */
function createServerThatShows(
  show: (items: readonly ServerItem[]) => readonly ServerItem[],
  more: Partial<TestedServer> = {},
): ConsistencyChecker {
  const history = new StateHistory(sandbox.github, `context-sync/${server.project}`);
  return new ConsistencyChecker({ ...server, items: async () => show(await server.items()), ...more }, docs, history);
}

it('the consistency checker accepts a correct sync', async () => {
  const { there } = await createServerThatShows((items) => items).checkFinished(result, 'docs');
  expect(there.size).toBe(12);
});

it.each<[string, (items: readonly ServerItem[]) => readonly ServerItem[], Partial<TestedServer>, string]>([
  ['a lost item', (items) => items.slice(1), {}, 'no item may be lost without being in doubt'],
  ['a duplicated item', (items) => [...items, ...items.slice(0, 1)], {}, 'no item may be duplicated'],
  [
    'an item that is missing in the state',
    (items) => [
      ...items,
      ...items
        .slice(0, 1)
        .map((item) => ({ ...item, content: item.content.replace(/(\d+)\.1 stands/, '$1.9 stands') })),
    ],
    {},
    'the server may not have items that are missing in the state',
  ],
  [
    'a second data source',
    (items) => items,
    { categories: () => ['docs', 'docs'] },
    'no data source may be connected twice',
  ],
  ['a missing data source', (items) => items, { categories: () => [] }, 'the data source must be connected'],
  [
    'a lost item on a server that leaves none in doubt',
    (items) => items.slice(1),
    { isCapable: true },
    'every wanted item once',
  ],
])('the consistency checker reports %s', async (_name, show, more, message) => {
  await expect(createServerThatShows(show, more).checkFinished(result, 'docs')).rejects.toThrow(message);
});

it('the consistency checker reports a failed run', async () => {
  await expect(
    createServerThatShows((items) => items).checkFinished({ ...result, exitCode: 1 }, 'docs'),
  ).rejects.toThrow('the run failed');
});

it('the consistency checker reports a wrong number of items in doubt', async () => {
  const outputs = { ...result.outputs, 'in-doubt': '1' };
  await expect(createServerThatShows((items) => items).checkFinished({ ...result, outputs }, 'docs')).rejects.toThrow(
    'in doubt',
  );
});
