import { readFile } from 'node:fs/promises';
import { startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runIn } from '../../apps/cli/src/command.fixture.ts';
import { Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
let folder: string;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  folder = await sandbox.cleanup.folder('state');
  const { owner, repo } = sandbox.github;
  await sandbox.repository.git('remote', 'add', 'origin', `https://github.com/${owner}/${repo}.git`);
});
afterEach(() => sandbox.cleanup.close());

/** Plans with the shipped action, and returns its plan file. */
async function planWithAction(inputs: Readonly<Record<string, string>>): Promise<string> {
  const server = await startSpecificationServer(sandbox.cleanup);
  const result = await sandbox.run(server, { mode: 'plan', 'installation-id': '', ...inputs });
  expect(result.exitCode).toBe(0);
  return readFile(result.outputs['plan-path'] ?? '', 'utf8');
}

describe('plan --json of the command line', () => {
  it('the output of plan --json equals the plan file of the action byte for byte before the first sync', async () => {
    await sandbox.configure({ 'title-prefix': 'Octo', exclude: ['guides/secret.md'] });
    const { output } = await runIn(sandbox.repository.path, ['plan', '--project=octo-api', '--json']);
    expect(output).toBe(await planWithAction({}));
  });

  it('the output of plan --json equals the plan file of the action byte for byte after a sync and an edit', async () => {
    const server = await startSpecificationServer(sandbox.cleanup);
    const state = `folder:${folder}`;
    const syncedResult = await sandbox.run(server, { state, connect: 'false' });
    expect(syncedResult.exitCode).toBe(0);
    await sandbox.repository.commit('Change', {
      'docs/index.md': '# Welcome\n\nThe API of the squid.\n',
      'docs/guides/limits.md': null,
      'docs/new.md': '# New\n\n[Gone](gone.md)\n',
    });
    const result = await sandbox.run(server, { mode: 'plan', state, connect: 'false', 'api-key': '' });
    const args = ['plan', '--json', `--state=${state}`, `--base-url=${server.url}`, '--project=octo-api'];
    const { output, messages } = await runIn(sandbox.repository.path, args);
    expect(output).toBe(await readFile(result.outputs['plan-path'] ?? '', 'utf8'));
    expect(output).toContain('"kind": "supersede"');
    expect(messages).toBe('');
  });
});
