import { readFile } from 'node:fs/promises';
import { listItems, startService, startSpecificationServer } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { counts, NONE, Sandbox } from '../../sandbox/sandbox.ts';

const LIMITS = '# Limits\n\nSixty requests a minute.\n';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create({ 'docs/index.md': '# Welcome\n\nText.\n', 'docs/limits.md': LIMITS });
});
afterEach(() => sandbox.cleanup.close());

async function readSkipped({ outputs }: { outputs: Readonly<Record<string, string>> }): Promise<unknown> {
  return JSON.parse(await readFile(outputs['plan-path'] ?? '', 'utf8')).skipped;
}

const COPY_SKIPPED = [{ path: 'docs/copy.md', reason: 'it is identical to docs/limits.md' }];

describe('an identical copy of a document', () => {
  it('an identical copy of a document is skipped, and the items of the original stay unchanged', async () => {
    const service = await startService(sandbox.cleanup);
    await sandbox.run(service);
    const items = await listItems(service);

    await sandbox.repository.commit('Copy', { 'docs/copy.md': LIMITS });
    const copiedResult = await sandbox.run(service);
    expect(counts(copiedResult)).toEqual({ ...NONE, unchanged: '2' });
    expect(await readSkipped(copiedResult)).toEqual(COPY_SKIPPED);
    expect(await listItems(service)).toEqual(items);

    // All later runs that read the docs skip the copy as well.
    await sandbox.repository.commit('Edit', { 'docs/index.md': '# Welcome\n\nOther text.\n' });
    const editedResult = await sandbox.run(service);
    expect(counts(editedResult)).toEqual({ ...NONE, updated: '1', unchanged: '1' });
    expect(await readSkipped(editedResult)).toEqual(COPY_SKIPPED);

    // Both copies get the same edit, and the action continues to sync the original.
    const longerText = `${LIMITS}\nAnd more.\n`;
    await sandbox.repository.commit('Edit both', { 'docs/copy.md': longerText, 'docs/limits.md': longerText });
    const both = await sandbox.run(service);
    expect(counts(both)).toEqual({ ...NONE, updated: '1', unchanged: '1' });
    expect(await readSkipped(both)).toEqual(COPY_SKIPPED);

    await sandbox.repository.commit('Remove the original', { 'docs/limits.md': null });
    expect(counts(await sandbox.run(service))).toEqual({ ...NONE, created: '1', deleted: '1', unchanged: '1' });
  });

  it('an identical copy of a document creates no leftover items on a platform that can only create items', async () => {
    const server = await startSpecificationServer(sandbox.cleanup);
    await sandbox.run(server);
    await sandbox.repository.commit('Copy', { 'docs/copy.md': LIMITS });
    expect(counts(await sandbox.run(server))).toEqual({ ...NONE, unchanged: '2' });
  });
});
