import {
  listItems,
  type SpecificationServer,
  startService,
  startSpecificationServer,
  type TestService,
} from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, DOCS, NONE, Sandbox } from '../sandbox/sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create();
});
afterEach(() => sandbox.cleanup.close());

/** Deletes the state. A state is also lost when a repository is moved. */
async function loseState(): Promise<void> {
  const { apiUrl, owner, repo, token } = sandbox.github;
  const response = await fetch(`${apiUrl}/repos/${owner}/${repo}/git/refs/context-sync/octo-api`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(204);
}

describe('recovery with a service that can list items', () => {
  let service: TestService;
  const scheduledEvent = { eventName: 'schedule' };
  beforeEach(async () => {
    service = await startService(sandbox.cleanup);
    expect((await sandbox.run(service)).exitCode).toBe(0);
  });

  /** Sends a write request to the service in the same way as a person who changes an item on the platform's pages. */
  async function sendByHand(method: string, path: string, body?: unknown): Promise<void> {
    const response = await fetch(`${service.url}/api/v1/projects/${service.project}/${path}`, {
      method,
      headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok).toBe(true);
  }

  it('a scheduled run restores items that were deleted or edited manually, and ignores items that are not from the docs', async () => {
    const before = await listItems(service);
    const [deleted, edited] = before;
    await sendByHand('DELETE', `context/${deleted?.id}`);
    await sendByHand('PUT', `context/${edited?.id}`, { title: edited?.title, content: 'Vandalised.' });
    await sendByHand('POST', 'context', { title: 'Written by hand', content: 'Keep me.' });

    // A run for a push does not check for drift.
    expect(counts(await sandbox.run(service))).toEqual({ ...NONE, unchanged: '3' });
    const healedResult = await sandbox.run(service, {}, scheduledEvent);
    expect(healedResult).toMatchObject({ exitCode: 0, outputs: { created: '1', updated: '1', unchanged: '1' } });
    expect(healedResult.stdout).toContain(
      '1 deleted on the platform, 1 edited on the platform, 1 item from other sources ignored',
    );
    expect(healedResult.summary).toContain('deleted on the platform');
    const texts = (items: typeof before) => items.map(({ content }) => content).sort();
    expect(texts(await listItems(service))).toEqual([...texts(before), 'Keep me.'].sort());

    const again = await sandbox.run(service, {}, scheduledEvent);
    expect(counts(again)).toEqual({ ...NONE, unchanged: '3' });
  });

  it('a plan with an API key reports drift and writes nothing', async () => {
    const [deleted] = await listItems(service);
    await sendByHand('DELETE', `context/${deleted?.id}`);
    const plan = await sandbox.run(service, { mode: 'plan', verify: 'true' });
    expect(plan).toMatchObject({ exitCode: 0, outputs: { created: '1', unchanged: '2' } });
    expect(await listItems(service)).toHaveLength(2);
  });

  it('a lost state is rebuilt, and no item is sent again', async () => {
    await sendByHand('POST', 'context', { title: 'Written by hand', content: 'Keep me.' });
    await loseState();
    const rebuilt = await sandbox.run(service, { 'on-missing-state': 'adopt', connect: 'false' });
    expect(rebuilt).toMatchObject({ exitCode: 0, outputs: { created: '0', unchanged: '3' } });
    expect(rebuilt.stdout).toContain('3 imported, 1 item from other sources ignored');
    expect(await listItems(service)).toHaveLength(4);
    await sandbox.repository.commit('Edit', { 'docs/index.md': '# Welcome\n\nAnother text.\n' });
    expect(counts(await sandbox.run(service, { connect: 'false' }))).toEqual({ ...NONE, updated: '1', unchanged: '2' });
  });

  it('a lost state stops the run if on-missing-state is fail', async () => {
    await loseState();
    const stopped = await sandbox.run(service, { 'on-missing-state': 'fail' });
    expect(stopped.exitCode).toBe(1);
    expect(stopped.stdout).toMatch(/::error::on-missing-state: no state exists in refs\/context-sync\/octo-api/);
  });
});

describe('recovery with an API that has only the five operations', () => {
  let server: SpecificationServer;
  beforeEach(async () => {
    server = await startSpecificationServer(sandbox.cleanup);
    expect((await sandbox.run(server)).exitCode).toBe(0);
  });

  it('every run lists superseded and orphaned items until the input "forget" contains them', async () => {
    const limits = DOCS['docs/guides/limits.md'] ?? '';
    await sandbox.repository.commit('Edit', {
      'docs/guides/limits.md': limits.replace('One megabyte', 'Two megabytes'),
      'docs/index.md': null,
    });
    // The only item of the page is orphaned. The old version of the section is superseded.
    expect(counts(await sandbox.run(server))).toMatchObject({ superseded: '1', orphaned: '1' });
    await sandbox.repository.commit('Elsewhere', { 'docs/new.md': '# New\n\nPage.\n' });
    const listingResult = await sandbox.run(server);
    expect(counts(listingResult)).toMatchObject({ created: '1', superseded: '1', orphaned: '1' });
    expect(listingResult.summary).toContain('forget: all');

    const forgetting = await sandbox.run(server, { forget: 'docs/index.md\nctx_nope' });
    expect(forgetting.stdout.match(/^::warning::forget: .*$/gm)).toEqual([
      expect.stringContaining('"ctx_nope" is not the key, id or document path of a superseded or orphaned item'),
    ]);
    expect(counts(forgetting)).toMatchObject({ superseded: '1', orphaned: '0', unchanged: '3' });
    expect(counts(await sandbox.run(server, { forget: 'all' }))).toMatchObject({ superseded: '0', unchanged: '3' });
    expect((await sandbox.run(server)).summary).not.toContain('superseded');
  });

  it.each([
    ['verify', { verify: 'true' }],
    ['on-missing-state', { 'on-missing-state': 'adopt', state: 'ref:refs/context-sync/other' }],
  ])('the input %s fails with an error if the API lacks the required capability', async (subject, inputs) => {
    const refused = await sandbox.run(server, inputs);
    expect(refused.exitCode).toBe(1);
    expect(refused.stdout).toContain(`::error::${subject}: is ${inputs[subject as keyof typeof inputs]}, but`);
  });
});
