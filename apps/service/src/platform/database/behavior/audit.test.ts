import { afterEach, describe, expect, it, vi } from 'vitest';
import { pruneAudit, pruneLogs } from '../../../areas/maintenance/retention.ts';
import { ANN, LOG, OWN_PROJECT, populate, SECOND_PROJECT, UNKNOWN_PROJECT } from '../../../testing/service.fixture.ts';
import { type AuditFilters, MIN_KEEP_AUDIT_DAYS, type NewAuditEntry } from '../../audit/audit.ts';
import { CursorError } from '../cursor.ts';
import { createPrincipal, createProject, PRUNE_CONTEXT } from './accounts.fixture.ts';
import { openTestStore, skipWithOwnClock, testBackend } from './database.fixture.ts';

async function openAudited() {
  const { store, rows, database } = await openTestStore();
  const keys = await populate(store);
  const project = await createProject(store, keys.ann);
  const caller = await createPrincipal(store, keys.ann);
  const record = (change: Partial<NewAuditEntry>) =>
    store.audit.record({
      slug: OWN_PROJECT,
      action: 'log.read',
      target: 'log_0',
      actor: { kind: 'member', userId: caller.userId, keyId: caller.keyId },
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
    const thirdPage = await store.audit.list(project.id, { limit: 2, cursor: second.next ?? undefined });
    const ids = [first, second, thirdPage].map(({ items }) => items.map(({ requestId }) => requestId));
    expect(ids).toEqual([['r4', 'r3'], ['r2', 'r1'], ['r0']]);
    expect(thirdPage.next).toBeNull();
    expect(first.items[0]).toEqual({
      id: expect.stringMatching(/^aud_/),
      at: expect.stringMatching(/Z$/),
      actor: 'member',
      action: 'log.read',
      targetKind: 'log',
      target: 'log_0',
      userId: caller.userId,
      email: ANN,
      keyId: caller.keyId,
      systemUser: null,
      hashBefore: null,
      hashAfter: null,
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

  it.each(['ann@example.com', 'ann%40example.com', 'usr_ANN@Example.com?x', `${'x'.repeat(250)}@example.com`])(
    'an audit entry does not contain the email address in the target %s of a request',
    async (target) => {
      const { store, record } = await openAudited();
      await record({ target, slug: target, action: 'user.erase', outcome: 'not-found' });
      for await (const entry of store.audit.export({})) {
        expect(JSON.stringify([entry.target, entry.project])).not.toMatch(/@|%40|example/i);
      }
    },
  );

  it('the store filters entries by actor, action, target and time', async () => {
    const { store, project, caller, record } = await openAudited();
    await record({ requestId: 'member' });
    const operator: NewAuditEntry['actor'] = { kind: 'command-line', systemUser: 'root' };
    await record({ actor: operator, action: 'member.add', target: 'usr_1', requestId: 'operator' });
    await record({ actor: { kind: 'service' }, action: 'logs.prune', target: 'time', requestId: 'service' });
    const [newest] = (await store.audit.list(project.id, { limit: 1 })).items;
    const list = async (filters: AuditFilters) =>
      (await store.audit.list(project.id, { limit: 10, ...filters })).items.map(({ requestId }) => requestId);
    for (const actor of [caller.userId, caller.keyId, ANN, 'member']) expect(await list({ actor })).toEqual(['member']);
    for (const actor of ['root', 'command-line']) expect(await list({ actor })).toEqual(['operator']);
    expect(await list({ actor: 'service' })).toEqual(['service']);
    expect(await list({ actor: 'nobody' })).toEqual([]);
    expect(await list({ action: 'member.add' })).toEqual(['operator']);
    expect(await list({ target: 'log_0' })).toEqual(['member']);
    expect(await list({ since: newest?.at })).toContain('service');
    expect(await list({ until: '2020-01-01T00:00:00.000Z' })).toEqual([]);
    expect(await list({ action: 'log.read', actor: 'root' })).toEqual([]);
  });

  it('an export contains the audit entries of all projects and those without a project, oldest first', async () => {
    const { store, project, record } = await openAudited();
    for (let number = 0; number < 600; number += 1) await record({ requestId: `r${number}` });
    await record({ slug: '', action: 'account.create', target: 'usr_1', requestId: 'no project' });
    await record({ slug: UNKNOWN_PROJECT, requestId: 'unknown project', outcome: 'refused' });
    const exportIds = async (projectId?: string) => {
      const ids: string[] = [];
      for await (const { requestId } of store.audit.export({}, projectId)) ids.push(requestId);
      return ids;
    };
    const own = Array.from({ length: 600 }, (_, number) => `r${number}`);
    expect(await exportIds()).toEqual([...own, 'no project', 'unknown project']);
    expect(await exportIds(project.id)).toEqual(own);
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

describe('retention of the audit log', () => {
  const DAY_MS = 86_400_000;
  afterEach(() => void vi.useRealTimers());

  /** Opens a store with an entry for each age in days. */
  async function openWithAges(...ages: readonly number[]) {
    const auditedStore = await openAudited();
    const now = Date.now();
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const age of ages) {
      vi.setSystemTime(now - age * DAY_MS);
      await auditedStore.record({ requestId: `${age} days` });
    }
    vi.useRealTimers();
    const list = async () => {
      const entries: string[] = [];
      for await (const { requestId } of auditedStore.store.audit.export({})) entries.push(requestId);
      return entries;
    };
    return { ...auditedStore, list };
  }

  it('pruneAudit deletes only entries older than the retention, and adds an audit entry about the deletion', async (context) => {
    skipWithOwnClock(context);
    const { store, list } = await openWithAges(400, 200, 150, 50, 0);
    expect(await pruneAudit(store, 180, PRUNE_CONTEXT)).toBe(2);
    expect(await list()).toEqual(['150 days', '50 days', '0 days', 'prune']);
    for await (const entry of store.audit.export({ action: 'audit.prune' })) {
      expect(entry).toMatchObject({
        actor: 'service',
        project: '',
        outcome: 'succeeded',
        target: expect.stringMatching(/Z$/),
      });
    }
    expect(await pruneAudit(store, 180, PRUNE_CONTEXT)).toBe(0);
    expect(await list()).toHaveLength(4);
  });

  it('the database rejects the deletion of entries that are younger than the minimum', async (context) => {
    skipWithOwnClock(context);
    const { store, list } = await openWithAges(MIN_KEEP_AUDIT_DAYS + 1, MIN_KEEP_AUDIT_DAYS - 1);
    await expect(store.audit.prune(new Date().toISOString(), 10)).rejects.toThrow('the audit is append-only');
    expect(await list()).toHaveLength(2);
    expect(await store.audit.prune(new Date(Date.now() - MIN_KEEP_AUDIT_DAYS * DAY_MS).toISOString(), 10)).toBe(1);
  });

  it('a clock that is far ahead does not delete entries, because their age is relative to the newest entry', async (context) => {
    skipWithOwnClock(context);
    const { store, list } = await openWithAges(100, 0);
    const now = Date.now() + 4_000 * DAY_MS;
    expect(await pruneAudit(store, 365, PRUNE_CONTEXT, { now })).toBe(0);
    expect(await list()).toHaveLength(2);
  });

  it('pruneLogs adds one audit entry for each project with deleted logs, and none if nothing is deleted', async () => {
    const { store, project } = await openAudited();
    for (let number = 0; number < 3; number += 1) await store.logs.add(project.id, LOG);
    const now = Date.parse(LOG.timestamp) + 40 * DAY_MS;
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now })).toBe(3);
    expect(await pruneLogs(store, 30, PRUNE_CONTEXT, { now })).toBe(0);
    expect((await store.audit.list(project.id, { limit: 10 })).items).toMatchObject([
      { actor: 'service', action: 'logs.prune', target: new Date(now - 30 * DAY_MS).toISOString() },
    ]);
  });
});
