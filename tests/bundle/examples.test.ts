import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listItems, PROJECT_ROOT, startService, type TestService } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { Sandbox } from '../sandbox/sandbox.ts';

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<
    Record<string, { readonly steps: readonly { uses?: string; with?: Record<string, string> }[] }>
  >;
}

const FOLDER = join(PROJECT_ROOT, 'examples');
const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.yml'));
const DOCS = {
  'docs/index.md': '# Welcome\n\nThe API of the octopus.\n',
  'services/payments/docs/index.md': '# Paying\n\nWith shells.\n',
  'services/accounts/docs/index.md': '# Accounts\n\nOne an octopus.\n',
  'services/accounts/docs/drafts/idea.md': '# Idea\n\nNot yet.\n',
  '.github/context-sync.yml': readFileSync(join(FOLDER, 'config/context-sync.yml'), 'utf8'),
};

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create(DOCS);
});
afterEach(() => sandbox.cleanup.close());

/** Returns the inputs of the step in a job of the example workflow, with the URL and the API key of the test service. */
function getInputs(name: string, { url, key }: TestService, job: string): Record<string, string> {
  const { jobs } = parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow;
  const step = jobs[job]?.steps.find(({ uses }) => uses?.startsWith('OWNER/context-sync@'));
  expect(step?.with?.['api-key']).toBe(job === 'plan' ? undefined : '${{ secrets.CONTEXT_SYNC_API_KEY }}');
  const inputs = Object.entries({ ...step?.with, 'api-key': job === 'plan' ? '' : key, 'base-url': url });
  // The inputs of the Run workflow button have their defaults.
  return Object.fromEntries(inputs.filter(([, value]) => !value.startsWith('${{ inputs.')));
}

describe.each(EXAMPLES)('the example workflow %s', (name) => {
  const { on } = parse(readFileSync(join(FOLDER, name), 'utf8')) as Workflow;
  const isOfTwo = name === 'two-folders.yml';
  const projects: readonly [string, ...string[]] = isOfTwo ? ['payments', 'accounts'] : ['my-project'];
  if (!isOfTwo) beforeEach(() => sandbox.repository.commit('Without the file', { '.github': null }));

  it('the example workflow syncs on a push, and a second run changes nothing', async () => {
    const service = await startService(sandbox.cleanup, projects);
    const inputs = getInputs(name, service, name === 'recover.yml' ? 'recover' : 'sync');
    const run = () => sandbox.run({ ...service, project: '' }, { ...inputs, project: inputs.project ?? '' });
    const first = await run();
    expect(first.stdout).toContain('Sync: push on main');
    expect(first).toMatchObject({ exitCode: 0, outputs: { created: String(projects.length) } });
    for (const project of projects) expect(await listItems({ ...service, project })).toHaveLength(1);
    expect(await run()).toMatchObject({
      exitCode: 0,
      outputs: { changed: 'false', unchanged: String(projects.length) },
    });
    if (isOfTwo) {
      const [item] = await listItems({ ...service, project: 'payments' });
      expect(item?.title).toBe('Payments › Paying');
    }
  });

  if ('pull_request' in on) {
    it('the example workflow plans on a pull request from a fork, without a key and with a read-only token', async () => {
      const service = await startService(sandbox.cleanup, projects);
      const { project = '', ...inputs } = getInputs(name, service, 'plan');
      const result = await sandbox.run({ ...service, project }, inputs, {
        eventName: 'pull_request',
        ref: 'refs/pull/7/merge',
        token: sandbox.github.readOnlyToken,
      });
      expect(result).toMatchObject({ exitCode: 0, outputs: { changed: 'true' } });
    });
  }
});
