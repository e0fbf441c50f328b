import { describe, expect, it } from 'vitest';
import { ANN, OWN_PROJECT, populate, SECOND_PROJECT, UNKNOWN_PROJECT } from '../../http/service.fixture.ts';
import type { NewAuditEntry } from '../audit.ts';
import { CursorError } from '../cursor.ts';
import { createCaller, createProject } from './accounts.fixture.ts';
import { openTestStore, testBackend } from './database.fixture.ts';

async function openAudited() {
  const { store, rows, database } = await openTestStore();
  const keys = await populate(store);
  const project = await createProject(store, keys.ann);
  const caller = await createCaller(store, keys.ann);
  const record = (change: Partial<NewAuditEntry>) =>
    store.audit.record({
      slug: OWN_PROJECT,
      action: 'log.read',
      target: 'log_0',
      caller,
      requestId: 'r',
      outcome: 'found',
      ...change,
    });
  return { store, rows, database, keys, project, caller, record };
}

describe('store.audit', () => {
  it('the store lists audit entries in pages, newest first', async () => {
    const { store, project, caller, record } = await openAudited();
    for (let number = 0; number < 5; number += 1) await record({ requestId: `r${number}` });
    const first = await store.audit.list(project.id, { limit: 2 });
    const second = await store.audit.list(project.id, { limit: 2, cursor: first.next ?? undefined });
    const third = await store.audit.list(project.id, { limit: 2, cursor: second.next ?? undefined });
    const ids = [first, second, third].map(({ items }) => items.map(({ requestId }) => requestId));
    expect(ids).toEqual([['r4', 'r3'], ['r2', 'r1'], ['r0']]);
    expect(third.next).toBeNull();
    expect(first.items[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/Z$/),
      action: 'log.read',
      target: 'log_0',
      userId: caller.userId,
      email: ANN,
      keyId: caller.keyId,
      requestId: 'r4',
      outcome: 'found',
    });
  });

  it('each project has a separate audit log', async () => {
    const { store, keys, project, record } = await openAudited();
    await record({ slug: SECOND_PROJECT, requestId: 'second' });
    await record({ slug: UNKNOWN_PROJECT, requestId: 'nowhere', outcome: 'refused' });
    expect((await store.audit.list(project.id, { limit: 10 })).items).toEqual([]);
    const second = await createProject(store, keys.ann, SECOND_PROJECT);
    expect((await store.audit.list(second.id, { limit: 10 })).items).toMatchObject([{ requestId: 'second' }]);
  });

  it('the audit log rejects a cursor of another project', async () => {
    const { store, keys, project, record } = await openAudited();
    for (let number = 0; number < 2; number += 1) await record({});
    const { next } = await store.audit.list(project.id, { limit: 1 });
    const second = await createProject(store, keys.ann, SECOND_PROJECT);
    const foreign = store.audit.list(second.id, { limit: 1, cursor: next ?? undefined });
    await expect(foreign).rejects.toBeInstanceOf(CursorError);
  });

  it('the audit log truncates long target ids', async () => {
    const { store, project, record } = await openAudited();
    await record({ target: `\u0000${'x'.repeat(10_000)}` });
    expect((await store.audit.list(project.id, { limit: 1 })).items[0]?.target).toHaveLength(256);
  });

  it.each(['UPDATE audit SET outcome = outcome', 'DELETE FROM audit'])(
    'the database rejects the statement %s because the audit log is append-only',
    async (sql) => {
      const { store, rows, database, project, record } = await openAudited();
      await record({});
      await store.close();
      const change = async () => {
        if (testBackend().name === 'postgres') return rows(sql);
        const { DatabaseSync } = await import('node:sqlite');
        const file = new DatabaseSync(database.name);
        try {
          return file.exec(sql);
        } finally {
          file.close();
        }
      };
      await expect(change()).rejects.toThrow('the audit is append-only');
      expect(await rows('SELECT project_id FROM audit')).toEqual([{ project_id: project.id }]);
    },
  );
});
