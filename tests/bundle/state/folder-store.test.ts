import { link, mkdir, readdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StateConflictError, StateError } from '@context-sync/sync';
import { Cleanup } from '@context-sync/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FolderStateStore } from '../../../packages/engine/src/state/folder-state-store.ts';
import { addDocument, changeFrom, documentPaths, documentRecord } from './state-documents.ts';

let cleanup: Cleanup;
let folder: string;
beforeEach(async () => {
  cleanup = new Cleanup();
  folder = join(await cleanup.folder('state'), 'of', 'octo-api');
});
afterEach(() => cleanup.close());

const names = async () => (await readdir(folder)).sort();

describe('FolderStateStore', () => {
  it('a state folder keeps only the newest version and the five versions before it', async () => {
    const store = new FolderStateStore(folder);
    for (let at = 1; at <= 9; at += 1) await addDocument(store, `${at}.md`);
    expect(await names()).toEqual([4, 5, 6, 7, 8, 9].map((number) => `state-${number}.json`));
  });

  it('the draft of a run that ended early does not change the state in a folder, and old drafts are deleted', async () => {
    const store = new FolderStateStore(folder);
    await addDocument(store, 'a.md');
    const [young, old] = ['draft-1.json', 'draft-2.json'].map((name) => join(folder, name));
    for (const draft of [young, old]) await writeFile(draft ?? '', '{"message": "half a dra');
    const before = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old ?? '', before, before);
    expect(await documentPaths(await store.read())).toEqual(['a.md']);
    await addDocument(store, 'b.md');
    expect(await names()).toEqual(['draft-1.json', 'state-1.json', 'state-2.json']);
  });

  it('a state folder can be read while other runs write new versions and delete old ones', async () => {
    const [writer, reader] = [new FolderStateStore(folder), new FolderStateStore(folder)];
    await addDocument(writer, '0.md');
    let done = false;
    const writing = (async () => {
      for (let at = 1; at < 60; at += 1) await addDocument(writer, `${at}.md`);
      done = true;
    })();
    let last = 0;
    while (!done) {
      const state = await reader.read();
      expect(state?.meta.revision).toBeGreaterThanOrEqual(last);
      last = state?.meta.revision ?? 0;
      expect(await documentPaths(state)).toHaveLength(last);
    }
    await writing;
    expect(last).toBeGreaterThan(1);
  });

  it('a late write to a state folder is a conflict even if the version that it would create was already deleted', async () => {
    const [fast, slow] = [new FolderStateStore(folder), new FolderStateStore(folder)];
    await addDocument(fast, '0.md');
    const seenSnapshot = await slow.read();
    for (let at = 1; at <= 8; at += 1) await addDocument(fast, `${at}.md`);
    expect(await names()).not.toContain('state-2.json');
    await expect(
      slow.write(seenSnapshot, await changeFrom(seenSnapshot, [documentRecord('late.md')]), 'Late'),
    ).rejects.toThrow(StateConflictError);
    expect(await names()).not.toContain('state-2.json');
    expect(await documentPaths(await slow.read())).not.toContain('late.md');
  });

  it.each<[string, () => Promise<unknown>]>([
    ['is a file', async () => writeFile(folder, '')],
    ['is inside a file', async () => writeFile(join(folder, '..'), '')],
  ])('the state folder causes an error that names state if it %s', async (description, make) => {
    await mkdir(join(folder, description === 'is a file' ? '..' : '../..'), { recursive: true });
    await make();
    const store = new FolderStateStore(folder);
    const change = await changeFrom(undefined, [documentRecord('a.md')]);
    for (const doing of [() => store.read(), () => store.write(undefined, change, 'First')]) {
      const error = await doing().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(StateError);
      expect(error).toMatchObject({ code: 'store', hint: expect.stringContaining('set state to folder:') });
    }
  });

  it('the error for a version that cannot be read names its file', async () => {
    const store = new FolderStateStore(folder);
    await addDocument(store, 'a.md');
    await writeFile(join(folder, 'state-2.json'), '{"message": "Second", "files": {"meta.json": "{}"}}');
    const error = await store.read().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unreadable', message: expect.stringContaining('state-2.json') });
    expect((error as StateError).hint).not.toContain('ref');
  });

  it('a version that is a broken symbolic link is reported as an error', async () => {
    await mkdir(folder, { recursive: true });
    await symlink(join(folder, 'nowhere'), join(folder, 'state-1.json'));
    const error = await new FolderStateStore(folder).read().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'store' });
  });

  it('other files in a state folder are ignored', async () => {
    await mkdir(folder, { recursive: true });
    for (const name of ['state-9.json.bak', 'state-x.json', 'README.md']) await writeFile(join(folder, name), 'x');
    const store = new FolderStateStore(folder);
    expect(await store.read()).toBeUndefined();
    await addDocument(store, 'a.md');
    await link(join(folder, 'state-1.json'), join(folder, 'state-1.copy'));
    await addDocument(store, 'b.md');
    expect(await documentPaths(await store.read())).toEqual(['a.md', 'b.md']);
  });
});
