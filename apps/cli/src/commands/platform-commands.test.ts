import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatWorkflow } from '@context-sync/core';
import {
  Cleanup,
  GitRepository,
  type SpecificationServer,
  startGitHost,
  startSpecificationServer,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DOCS, runIn } from '../command.fixture.ts';

let cleanup: Cleanup;
let repository: GitRepository;

beforeEach(async () => {
  cleanup = new Cleanup();
  repository = await GitRepository.create(cleanup);
  await repository.commit('Write the docs', DOCS);
});
afterEach(() => cleanup.close());

/** Creates a bare repository as `origin`, and pushes to it. */
async function addOrigin(): Promise<string> {
  const origin = await cleanup.folder('origin.git');
  await repository.git('init', '--quiet', '--bare', origin);
  await repository.git('remote', 'add', 'origin', origin);
  await repository.git('push', '--quiet', 'origin', 'main');
  return origin;
}

describe('sync', () => {
  let server: SpecificationServer;
  beforeEach(async () => {
    server = await startSpecificationServer(cleanup);
  });

  const sync = (args: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
    runIn(repository.path, ['sync', ...args], {
      CONTEXT_SYNC_API_KEY: server.key,
      CONTEXT_SYNC_BASE_URL: server.url,
      CONTEXT_SYNC_PROJECT: server.project,
      ...env,
    });

  it('the sync command sends every item, stores the state in the remote origin, and later sends only changes', async () => {
    await addOrigin();
    expect(await sync()).toEqual({ exitCode: 0, output: 'Synced to octo-api (docs): 2 created\n', messages: '' });
    expect(server.items.map(({ title }) => title)).toEqual(['Welcome', 'Limits']);
    expect(await sync()).toMatchObject({ exitCode: 0, output: 'No changes for octo-api (docs): 2 unchanged\n' });
    await repository.commit('Add', { 'docs/new.md': '# New\n\nText.\n' });
    await repository.git('push', '--quiet', 'origin', 'main');
    const plannedResult = await runIn(repository.path, ['plan', '--state=git:origin', `--project=${server.project}`]);
    expect(plannedResult.output).toContain('Plan: 1 to create, 2 unchanged');
    const { output } = await sync(['--json']);
    expect(JSON.parse(output)).toMatchObject({
      results: [{ project: server.project, outcome: 'applied', created: 1, unchanged: 2, failed: 0 }],
    });
    expect(server.items).toHaveLength(3);
  });

  it('the sync command ignores uncommitted changes', async () => {
    await addOrigin();
    await repository.git('rm', '--quiet', 'docs/limits.md');
    expect((await sync()).output).toBe('Synced to octo-api (docs): 2 created\n');
  });

  it.each<[string, NodeJS.ProcessEnv, string]>([
    ['without a key', { CONTEXT_SYNC_API_KEY: '' }, 'Error: CONTEXT_SYNC_API_KEY: '],
    ['with a wrong key', { CONTEXT_SYNC_API_KEY: 'wrong-key-0123456789' }, 'Error: api-key: '],
    ['with an unknown project', { CONTEXT_SYNC_PROJECT: 'other' }, 'Error: project: '],
    ['without a URL', { CONTEXT_SYNC_BASE_URL: '' }, 'Error: --base-url: is required. Fix: set it to the URL'],
    ['without a network', { CONTEXT_SYNC_BASE_URL: 'http://127.0.0.1:1024' }, 'Error: base-url: '],
  ])('the sync command fails %s with one message and without sending items', async (_name, env, message) => {
    await addOrigin();
    const { exitCode, output, messages } = await sync([], env);
    expect([exitCode, output]).toEqual([1, '']);
    expect(messages.trim().split('\n')).toEqual([expect.stringContaining(message)]);
    expect(messages).toContain(' Fix: ');
    expect(messages).not.toContain('wrong-key-0123456789');
    expect(server.items).toEqual([]);
  });

  it('the sync command fails without a remote for the state', async () => {
    const { exitCode, messages } = await sync();
    expect([exitCode, messages]).toEqual([1, expect.stringMatching(/^Error: state: .* Fix: /)]);
  });

  it('the sync command never prints a secret', async () => {
    const host = await startGitHost(cleanup, { user: 'user', password: 'another' });
    const url = host.url.replace('://', '://user:pass-word-0123@');
    const state = `git:${url},ref:refs/context-sync/x`;
    const { exitCode, output, messages } = await sync([`--state=${state}`]);
    expect(exitCode).toBe(1);
    expect(`${output}${messages}`).not.toMatch(/pass-word-0123/);
    expect(`${output}${messages}`).not.toContain(server.key);
  });
});

describe('doctor', () => {
  it('the doctor command passes for a platform and a state that work, and deletes its test data', async () => {
    const server = await startSpecificationServer(cleanup);
    const origin = await addOrigin();
    const env = { CONTEXT_SYNC_API_KEY: server.key };
    const args = ['doctor', `--base-url=${server.url}`, `--project=${server.project}`];
    const { exitCode, output } = await runIn(repository.path, args, env);
    expect(output).toContain('✓ Docs: 2 documents in docs, 0 skipped');
    expect(output).toContain('All checks passed; nothing was synced');
    expect(exitCode).toBe(0);
    expect(await repository.git('-C', origin, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
    expect(server.items).toEqual([]);
  });

  it('the doctor command prints every problem with its fix, as text and as JSON', async () => {
    const { exitCode, output } = await runIn(repository.path, ['doctor', '--json']);
    const { passed, checks } = JSON.parse(output) as { passed: boolean; checks: { check: string; result: string }[] };
    expect([exitCode, passed]).toEqual([1, false]);
    expect(checks.filter(({ result }) => result === 'failed').map(({ check }) => check)).toEqual([
      '--base-url',
      '--project',
    ]);
  });
});

describe('init', () => {
  const args = ['init', '--base-url=https://api.example.com', '--project=my-project', '--installation-id=12345678'];

  it('the init command writes the workflow from the examples, and does not replace an existing workflow', async () => {
    const { exitCode, output } = await runIn(repository.path, args);
    expect([exitCode, output]).toEqual([0, expect.stringContaining('Wrote .github/workflows/context-sync.yml\n')]);
    const example = new URL('../../../../examples/push-and-pull-request.yml', import.meta.url);
    const path = join(repository.path, '.github/workflows/context-sync.yml');
    expect(await readFile(path, 'utf8')).toBe(await readFile(example, 'utf8'));
    const againResult = await runIn(repository.path, [...args, '--docs=guide']);
    expect([againResult.exitCode, againResult.messages]).toEqual([
      1,
      'Error: .github/workflows/context-sync.yml: already exists. Fix: compare it with the output of --print, or replace it with --force.\n',
    ]);
    expect((await runIn(repository.path, [...args, '--docs=guide', '--force'])).exitCode).toBe(0);
    expect(await readFile(path, 'utf8')).toContain('          docs: guide\n');
  });

  it('the init command without an installation id writes a workflow that does not connect a repository', () => {
    const workflow = formatWorkflow({
      baseUrl: 'https://a.example',
      project: 'x',
      docs: '.',
      branch: '2.0',
      installationId: undefined,
    });
    expect(workflow).toContain('connect: "false"');
    expect(workflow).toContain('branches: ["2.0"]');
    expect(workflow).toContain('docs: "."');
  });
});
