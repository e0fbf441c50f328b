import { type ActionResult, Random, StateHistory } from '@context-sync/testkit';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Sandbox } from '../../sandbox/sandbox.ts';
import { type ServerItem, startTestedServer, type TestedServer } from '../../sandbox/tested-server.ts';
import { ConsistencyChecker } from './consistency-checker.ts';
import { GENERATED_DOCS_INPUTS, GeneratedDocs } from './generated-docs.ts';

const docs = new GeneratedDocs(new Random(1), 4);
let sandbox: Sandbox;
let server: TestedServer;
let result: ActionResult;

beforeAll(async () => {
  sandbox = await Sandbox.create(docs.files());
  server = await startTestedServer(sandbox.cleanup, 'the five operations');
  result = await sandbox.run(server, GENERATED_DOCS_INPUTS);
});
afterAll(() => sandbox.cleanup.close());

/** A bookkeeper who is shown other items than are there. */
function shown(
  show: (items: readonly ServerItem[]) => readonly ServerItem[],
  more: Partial<TestedServer> = {},
): ConsistencyChecker {
  const history = new StateHistory(sandbox.github, `context-sync/${server.project}`);
  return new ConsistencyChecker({ ...server, items: async () => show(await server.items()), ...more }, docs, history);
}

it('is content when all is well', async () => {
  const { there } = await shown((items) => items).checkFinished(result, 'docs');
  expect(there.size).toBe(12);
});

it.each<[string, (items: readonly ServerItem[]) => readonly ServerItem[], Partial<TestedServer>, string]>([
  ['is lost', (items) => items.slice(1), {}, 'nothing may be lost unsaid'],
  ['is there twice', (items) => [...items, ...items.slice(0, 1)], {}, 'nothing may be there twice'],
  [
    'is unknown to the state',
    (items) => [
      ...items,
      ...items
        .slice(0, 1)
        .map((item) => ({ ...item, content: item.content.replace(/(\d+)\.1 stands/, '$1.9 stands') })),
    ],
    {},
    'nothing may be there that the state does not know of',
  ],
  [
    'is a second data source',
    (items) => items,
    { categories: () => ['docs', 'docs'] },
    'nothing may be connected twice',
  ],
  ['is no data source at all', (items) => items, { categories: () => [] }, 'the repository must be connected'],
  ['is lost where nothing may be in doubt', (items) => items.slice(1), { isCapable: true }, 'every wanted item once'],
])('notices what %s', async (_name, show, more, message) => {
  await expect(shown(show, more).checkFinished(result, 'docs')).rejects.toThrow(message);
});

it('notices a run that failed', async () => {
  await expect(shown((items) => items).checkFinished({ ...result, exitCode: 1 }, 'docs')).rejects.toThrow(
    'the run failed',
  );
});

it('notices an output that does not tell what is in doubt', async () => {
  const outputs = { ...result.outputs, 'in-doubt': '1' };
  await expect(shown((items) => items).checkFinished({ ...result, outputs }, 'docs')).rejects.toThrow('in doubt');
});
