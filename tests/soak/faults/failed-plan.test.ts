import { startService } from '@context-sync/testkit';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PullRequest } from '../../sandbox/pull-request.ts';
import { Sandbox, type Target } from '../../sandbox/sandbox.ts';

const CONFIG = '.github/context-sync.yml';
/** An address at which no server listens, because a plan requires no service. */
const NOWHERE: Target = { url: 'http://127.0.0.1:2', key: '', project: 'octo-api' };

let sandbox: Sandbox;
let pull: PullRequest;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  pull = await PullRequest.open(sandbox);
});
afterEach(() => sandbox.cleanup.close());

it('the error of a failed plan replaces the plan in the comment until a run succeeds', async () => {
  await pull.run(NOWHERE);
  await sandbox.configure({ include: 'nothing/**' });
  const failedResult = await pull.run(NOWHERE);
  expect(failedResult.exitCode).toBe(1);
  const [body = '', ...others] = await pull.bodies();
  expect(others).toEqual([]);
  expect(body).toContain('### Context Sync: the plan failed');
  expect(body).toMatch(/\| <code>include<\/code> \| .*select no document.* \| .+ \|$/m);
  expect(body).not.toContain('to create');

  const before = sandbox.github.requests.length;
  await pull.run(NOWHERE);
  expect(pull.writes(before)).toEqual([]);

  await sandbox.configure({});
  await pull.run(NOWHERE);
  const bodies = await pull.bodies();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('3 to create');
});

it.each<[string, string, RegExp]>([
  ['is not YAML', 'sources: [', /context-sync&#46;yml&#58;1|context-sync\.yml&#58;1/],
  ['has an unknown setting', 'project: octo-api\nprojcet: x\n', /projcet/],
])('one comment reports a configuration file that %s until it is fixed', async (_name, invalidText, expected) => {
  await sandbox.repository.commit('Configure', { [CONFIG]: invalidText });
  for (let run = 0; run < 2; run += 1) {
    expect((await pull.run(NOWHERE, { project: '' })).exitCode).toBe(1);
    const bodies = await pull.bodies();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('### Context Sync: the plan failed');
    expect(bodies[0]).toMatch(expected);
  }
  await sandbox.repository.commit('Fix the configuration', { [CONFIG]: 'project: octo-api\n' });
  expect((await pull.run(NOWHERE, { project: '' })).exitCode).toBe(0);
  const bodies = await pull.bodies();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('3 to create');
});

it('the same comment is updated when a configuration file becomes invalid and then valid again', async () => {
  await sandbox.repository.commit('Configure', { [CONFIG]: 'project: octo-api\n' });
  await pull.run(NOWHERE, { project: '' });
  await sandbox.repository.commit('Break', { [CONFIG]: 'project: octo-api\ndocz: docs\n' });
  expect((await pull.run(NOWHERE, { project: '' })).exitCode).toBe(1);
  const brokenLinks = await pull.bodies();
  expect(brokenLinks).toHaveLength(1);
  expect(brokenLinks[0]).toContain('### Context Sync: the plan failed');
  await sandbox.repository.commit('Repair', { [CONFIG]: 'project: octo-api\n' });
  const before = sandbox.github.requests.length;
  expect((await pull.run(NOWHERE, { project: '' })).exitCode).toBe(0);
  const bodies = await pull.bodies();
  expect(bodies).toHaveLength(1);
  expect(bodies[0]).toContain('3 to create');
  expect(pull.writes(before)).toEqual(['PATCH']);
});

it.each<[string, (docs: string) => Promise<void>, (docs: string) => Record<string, string>]>([
  [
    'in the configuration file',
    async (docs) => {
      await sandbox.repository.commit('Configure', { [CONFIG]: `project: octo-api\ndocs: ${docs}\n` });
    },
    () => ({ project: '' }),
  ],
  ['in the workflow', async () => undefined, (docs) => ({ docs })],
])(
  'the plan for a renamed docs folder replaces the previous plan in the comment if the folder is set %s',
  async (_name, configure, inputs) => {
    await configure('docs');
    await pull.run(NOWHERE, inputs('docs'));
    await sandbox.repository.commit('Move', { 'handbook/a.md': '# A\n\nText.\n', 'docs/index.md': '# Other\n' });
    await configure('handbook');
    expect((await pull.run(NOWHERE, inputs('handbook'))).exitCode).toBe(0);
    const bodies = await pull.bodies();
    expect(bodies).toHaveLength(1);
    expect(bodies[0]).toContain('from <code>handbook</code>');
  },
);

it('the error of one source and the plan of another source are reported in separate comments', async () => {
  const sources = ['docs', 'nowhere'].map((docs) => `  - docs: ${docs}\n    project: ${docs}\n`);
  await sandbox.repository.commit('Configure', { [CONFIG]: `sources:\n${sources.join('')}` });
  const result = await pull.run(NOWHERE, { project: '' });
  expect(result.exitCode).toBe(1);
  const bodies = await pull.bodies();
  expect(bodies.map((body) => /### (.*)/.exec(body)?.[1])).toEqual([
    'Context Sync: plan',
    'Context Sync: the plan failed',
  ]);
});

it('a failed plan is reported only in the log if comments are turned off or not permitted', async () => {
  const silentResult = await pull.run(NOWHERE, { docs: 'nowhere', comment: 'never' });
  const refusedResult = await pull.run(NOWHERE, { docs: 'nowhere' }, { token: sandbox.github.readOnlyToken });
  for (const { exitCode, stdout } of [silentResult, refusedResult]) {
    expect(exitCode).toBe(1);
    expect(stdout.match(/^::error::docs: the folder "nowhere"/gm)).toHaveLength(1);
  }
  expect(refusedResult.stdout.match(/^::notice::The plan could not be posted.*pull-requests: write/gm)).toHaveLength(1);
  expect(await pull.comments()).toEqual([]);
});

it('a failed plan is not treated as a reviewed plan by the next push', async () => {
  const service = await startService(sandbox.cleanup);
  await sandbox.configure({ include: 'nothing/**' });
  await pull.run(service);
  await sandbox.configure({});
  await sandbox.github.mergePullRequest(pull.number, await sandbox.repository.head());
  const push = await sandbox.run(service);
  expect(push).toMatchObject({ exitCode: 0, outputs: { created: '3' } });
  expect(push.stdout + push.summary).not.toMatch(/pull request/i);
});
