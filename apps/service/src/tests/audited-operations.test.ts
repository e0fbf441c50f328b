import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { AUDIT_ACTIONS } from '../areas.ts';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { formatCanonicalJson } from '../platform/audit/canonical-json.ts';
import { StoreUnavailableError } from '../platform/database/store-unavailable-error.ts';
import {
  type AreaOperation,
  createResources,
  DESCRIBED_PATHS,
  describedPath,
  describeOperation,
  fillPath,
  type Ids,
  OPERATIONS,
  OPERATIONS_OUTSIDE_PROJECTS,
  READS,
  WRITES,
} from '../testing/operations.fixture.ts';
import {
  ANN,
  FOREIGN_PROJECT,
  OWN_PROJECT,
  openService,
  projectPath,
  SOURCE,
  type TestRequest,
} from '../testing/service.fixture.ts';

const hash = (value: unknown) => createHash('sha256').update(formatCanonicalJson(value)).digest('hex');

/** Creates the app with one resource of each kind, and functions that run an operation and return the entries that it adds. */
async function openAudited() {
  const service = await openService();
  const { sendRequest, store, projectId } = service;
  const ids = await createResources(service);
  const project = await projectId();
  const list = async () => (await store.audit.list(project, { limit: 500 })).items;
  /** Runs an operation and returns its response and the new entries. */
  const run = async (
    operation: AreaOperation,
    givenRequest: TestRequest = {},
    filledPath = fillPath(operation, ids),
  ) => {
    const { method, path: _path, ...sent } = operation;
    const before = (await list()).length;
    const headers = { ...sent.headers, ...givenRequest.headers };
    const response = await sendRequest<{ id?: string }>(method, projectPath(filledPath), {
      ...sent,
      ...givenRequest,
      headers,
    });
    const entries = await list();
    return { response, entries: entries.slice(0, entries.length - before) };
  };
  return { ...service, ids, project, list, run };
}

/** Returns the id that the entry of an operation contains: the last parameter of its path, the id in the response, or the project. */
function getTarget(operation: AreaOperation, ids: Ids, created: string | undefined, project: string) {
  const place = operation.path.split('/').findLastIndex((name) => name.startsWith('{'));
  return place < 0 ? (created ?? project) : fillPath(operation, ids).split('/')[place];
}

const AUDITED = [...WRITES, ...READS.filter((each) => describeOperation(each)['x-audit'] !== undefined)];

describe('audit markers', () => {
  it('every write operation in the OpenAPI document has an audit action or a reason for having none', () => {
    const writes = Object.entries(DESCRIBED_PATHS).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        method === 'get' ? [] : [{ path, method, operation }],
      ),
    );
    expect(writes.length).toBeGreaterThan(15);
    for (const { path, method, operation } of writes) {
      const name = `${method} ${path}`;
      const { 'x-audit': action, 'x-not-audited': reason } = operation;
      expect([action, reason].filter(Boolean), name).toHaveLength(1);
      if (action !== undefined) expect(AUDIT_ACTIONS, name).toContain(action);
      // The tests below run every operation in this list.
      const tested = [...WRITES, ...OPERATIONS_OUTSIDE_PROJECTS];
      expect(tested.map((each) => `${each.method.toLowerCase()} ${describedPath(each)}`)).toContain(name);
    }
  });

  it('the operations without audit entries are only those that add captured traffic or store nothing', () => {
    const exempt = OPERATIONS.filter((each) => describeOperation(each)['x-not-audited'] !== undefined);
    expect(exempt.map(({ path }) => path)).toEqual([
      '/logs',
      '/logs-batch',
      '/logs-har',
      '/otlp/v1/traces',
      '/recovery/test',
      '/feedback',
    ]);
  });
});

describe('audit entries of operations', () => {
  it.each(AUDITED)(
    '$method $path adds exactly the audit entry that its marker in the OpenAPI document defines',
    async (operation) => {
      const { run, ids, project } = await openAudited();
      const { 'x-audit': action } = describeOperation(operation);
      const { response, entries } = await run(operation, { headers: { 'x-request-id': 'r1' } });
      expect(response.status, JSON.stringify(response.body)).toBeLessThan(300);
      if (action === undefined) return expect(entries).toEqual([]);
      const [kind, verb] = action.split('.');
      expect(entries).toMatchObject([
        {
          actor: 'member',
          action,
          targetKind: kind,
          target: getTarget(operation, ids, response.body?.id, project),
          email: ANN,
          keyId: expect.stringMatching(/^key_/),
          systemUser: null,
          requestId: 'r1',
          outcome: verb === 'read' ? 'found' : 'succeeded',
        },
      ]);
      const [entry] = entries;
      if (verb === 'create') expect(entry?.hashBefore).toBeNull();
      if (verb === 'create' || verb === 'update') expect(entry?.hashAfter).toMatch(/^[0-9a-f]{64}$/);
      if (verb === 'delete') expect([entry?.hashBefore?.length, entry?.hashAfter]).toEqual([64, null]);
    },
  );

  it.each(OPERATIONS_OUTSIDE_PROJECTS.filter(({ method }) => method !== 'GET'))(
    '$method $path adds an audit entry with the key of the request, even if a read-only key is rejected',
    async (operation) => {
      const { sendRequest, store, ids, keys } = await openAudited();
      const { 'x-audit': action } = describeOperation(operation);
      const { method, path: _path, ...sent } = operation;
      const run = async (key: string) => {
        const headers = { 'x-request-id': `request-${key.slice(-8)}` };
        const { status } = await sendRequest(method, fillPath(operation, ids), { ...sent, headers, key });
        const entries: unknown[] = [];
        for await (const entry of store.audit.export({})) {
          if (entry.requestId === headers['x-request-id'] && entry.action === action) entries.push(entry);
        }
        return { status, entries };
      };
      const refusedRun = await run(keys.annsReadOnly);
      expect([refusedRun.status, refusedRun.entries]).toMatchObject([403, [{ outcome: 'refused', email: ANN }]]);
      const { status, entries } = await run(keys.ann);
      expect(status).toBeLessThan(300);
      const keyId = expect.stringMatching(/^key_/);
      expect(entries).toMatchObject([{ actor: 'member', email: ANN, keyId, outcome: 'succeeded' }]);
    },
  );

  it.each(AUDITED.filter(({ path, createsTarget }) => path.endsWith('}') && !createsTarget))(
    '$method $path adds an audit entry if its target does not exist',
    async (operation) => {
      const { run } = await openAudited();
      const { response, entries } = await run(operation, {}, fillPath(operation));
      expect(response.status).toBe(404);
      expect(entries).toMatchObject([
        { action: describeOperation(operation)['x-audit'], outcome: 'not-found', hashBefore: null, hashAfter: null },
      ]);
    },
  );

  it.each(AUDITED)('$method $path adds an audit entry if the request is rejected', async (operation) => {
    const { run, keys, store, ids } = await openAudited();
    const { 'x-audit': action } = describeOperation(operation);
    const capture = createKey();
    await store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(capture) });
    const revokedKey = createKey();
    await store.accounts.revokeKey(await store.accounts.createKey(ANN, { access: 'full', hash: hashKey(revokedKey) }));
    const refusedKeys = [keys.bob, revokedKey, ...(action === undefined ? [] : [capture])];
    if (operation.method !== 'GET') refusedKeys.push(keys.annsReadOnly);
    for (const key of refusedKeys) {
      const { response, entries } = await run(operation, { key });
      expect([401, 403, 404]).toContain(response.status);
      const expected = {
        action,
        outcome: 'refused',
        target: getTarget(operation, ids, '', ''),
      };
      expect(entries).toMatchObject(action === undefined ? [] : [expected]);
    }
    const unknown = await run(operation, { key: createKey() });
    expect([unknown.response.status, unknown.entries]).toEqual([401, []]);
  });

  it.each(WRITES.filter(({ method }) => method === 'POST'))(
    '$method $path adds one audit entry if it is repeated with the same Idempotency-Key',
    async (operation) => {
      const { run } = await openAudited();
      const headers = { 'idempotency-key': 'k' };
      const first = await run(operation, { headers });
      const second = await run(operation, { headers });
      expect(second.response.status).toBe(first.response.status);
      expect([first.entries.length, second.entries.length]).toEqual([
        describeOperation(operation)['x-audit'] === undefined ? 0 : 1,
        0,
      ]);
    },
  );

  it.each(WRITES)(
    '$method $path changes nothing and adds no audit entry if its transaction fails',
    async (operation) => {
      const service = await openAudited();
      const { store, keys, ids, everything, parsers } = service;
      if (describeOperation(operation)['x-audit'] === undefined) return;
      const failing = (work: Parameters<typeof store.transaction>[0]) =>
        store.transaction(async (operations) => {
          await work(operations);
          throw new StoreUnavailableError('the test ends the transaction');
        });
      const app = createApp({ ...store, transaction: failing } as typeof store, () => undefined, { parsers });
      const body = operation.text ?? (operation.json === undefined ? undefined : JSON.stringify(operation.json));
      // The first request stores the use of the key, which is not part of the transaction.
      await service.sendRequest('GET', projectPath());
      await expect
        .poll(async () => (await store.accounts.keys()).filter((key) => key.lastUsedAt !== null).length)
        .toBe(1);
      const before = await everything();
      const response = await app.request(projectPath(fillPath(operation, ids)), {
        method: operation.method,
        headers: { authorization: `Bearer ${keys.ann}`, 'content-type': 'application/json', ...operation.headers },
        ...(body === undefined ? {} : { body }),
      });
      expect(response.status).toBe(503);
      expect(await everything()).toBe(before);
    },
  );
});

describe('audit hashes', () => {
  it('the audit hashes of a context item and of a data source can be computed from the responses of the API', async () => {
    const { run, sendRequest, ids } = await openAudited();
    const read = async (path: string) => (await sendRequest('GET', projectPath(path))).body;
    const item = { area: 'context', path: '/context/{itemId}' };
    const original = await read(fillPath(item, ids));
    const replacedRun = await run({ ...item, method: 'PUT', json: { title: 'Replaced' } });
    const current = await read(fillPath(item, ids));
    expect(replacedRun.entries).toMatchObject([{ hashBefore: hash(original), hashAfter: hash(current) }]);
    expect(hash(original)).not.toBe(hash(current));
    const connectedRoute = { area: 'data-sources', path: '/data-sources/{sourceId}' };
    const source = await read(fillPath(connectedRoute, ids));
    const deleted = await run({ ...connectedRoute, method: 'DELETE' });
    expect(deleted.entries).toMatchObject([{ hashBefore: hash(source), hashAfter: null }]);
  });

  it('the audit hash of a user does not depend on the name and the note, because no trace of them may remain after an erasure', async () => {
    const { run } = await openAudited();
    const update = async (json: object) =>
      (await run({ area: 'users', method: 'PATCH', path: '/users/{userId}', json })).entries[0];
    const namedEntry = await update({ name: 'Ann Example', note: 'Called' });
    expect(namedEntry?.hashAfter).toBe(namedEntry?.hashBefore);
    const ignored = await update({ ignored: true });
    expect(ignored?.hashAfter).not.toBe(ignored?.hashBefore);
  });

  it('the audit hash before a change is the hash after the previous change, even for concurrent changes', async () => {
    const { sendRequest, ids, list } = await openAudited();
    const path = projectPath(fillPath({ area: 'context', path: '/context/{itemId}' }, ids));
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => sendRequest('PUT', path, { json: { title: `T${number}` } })),
    );
    const chain = (await list()).filter(({ target }) => path.endsWith(`/${target}`)).toReversed();
    expect(chain).toHaveLength(21);
    for (const [index, { hashBefore }] of chain.entries()) expect(hashBefore).toBe(chain[index - 1]?.hashAfter ?? null);
  });

  it('connecting a connected repository again adds no audit entry, because nothing changes', async () => {
    const { run } = await openAudited();
    const connect = { area: 'data-sources', method: 'POST', path: '/data-sources', json: SOURCE };
    expect((await run(connect)).entries).toHaveLength(1);
    expect(await run(connect)).toMatchObject({ response: { status: 201 }, entries: [] });
  });

  it('a rejected request for another project is recorded in the audit log of that project', async () => {
    const { sendRequest, store, projectId, keys } = await openAudited();
    await sendRequest('DELETE', projectPath('/context/ctx_1', FOREIGN_PROJECT), { key: keys.ann });
    const { items } = await store.audit.list(await projectId(FOREIGN_PROJECT), { limit: 5 });
    expect(items).toMatchObject([{ action: 'context-item.delete', target: 'ctx_1', email: ANN, outcome: 'refused' }]);
  });
});
