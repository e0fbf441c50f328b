import { describe, expect, it } from 'vitest';
import { createApp } from '../../app.ts';
import { hashKey } from '../../platform/access/api-keys.ts';
import {
  ANN,
  errorBody,
  FOREIGN_PROJECT,
  LOG,
  OWN_PROJECT,
  projectPath,
  SECOND_PROJECT,
  UNKNOWN_PROJECT,
} from '../../testing/service.fixture.ts';
import { openWith } from './routes.fixture.ts';

describe('GET /logs/{logId}', () => {
  async function openAudited() {
    const service = await openWith([LOG]);
    const id = service.added[0]?.id ?? '';
    const readAudit = () => service.rows('SELECT * FROM audit ORDER BY number');
    const createPrincipal = async (key: string) => {
      const caller = await service.store.accounts.principal(hashKey(key));
      expect(caller).toBeDefined();
      return { user_id: caller?.userId, key_id: caller?.keyId };
    };
    return { ...service, id, audited: readAudit, createPrincipal };
  }

  it('reading a log returns all its fields', async () => {
    const { sendRequest, id } = await openAudited();
    expect(await sendRequest('GET', projectPath(`/logs/${id}`))).toMatchObject({ status: 200, body: { ...LOG, id } });
  });

  it('the audit log records who read which log and when', async () => {
    const { sendRequest, audited, createPrincipal, id, keys, projectId } = await openAudited();
    await sendRequest('GET', projectPath(`/logs/${id}`), { headers: { 'x-request-id': 'read-1' } });
    await sendRequest('GET', projectPath(`/logs/${id}`), {
      key: keys.annsReadOnly,
      headers: { 'x-request-id': 'read-2' },
    });
    const row = { project_id: await projectId(), slug: OWN_PROJECT, action: 'log.read', target: id, outcome: 'found' };
    expect(await audited()).toMatchObject([
      { ...row, ...(await createPrincipal(keys.ann)), request_id: 'read-1' },
      { ...row, ...(await createPrincipal(keys.annsReadOnly)), request_id: 'read-2' },
    ]);
    for (const { at: time } of await audited()) {
      const ago = Date.now() - new Date(String(time)).getTime();
      expect(ago).toBeGreaterThanOrEqual(0);
      expect(ago).toBeLessThan(60_000);
    }
  });

  it('the audit log records the request id of the response', async () => {
    const { sendRequest, audited, id } = await openAudited();
    const { headers } = await sendRequest('GET', projectPath(`/logs/${id}`));
    expect(await audited()).toMatchObject([{ request_id: headers.get('x-request-id') }]);
  });

  it('the audit log records attempts to read logs that do not exist in the project', async () => {
    const { sendRequest, audited, createPrincipal, id, keys, projectId } = await openAudited();
    const own = await createPrincipal(keys.ann);
    expect(await sendRequest('GET', projectPath('/logs/log_0'))).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('GET', projectPath(`/logs/${id}`, SECOND_PROJECT))).toMatchObject(
      errorBody(404, 'not_found'),
    );
    expect(await sendRequest('GET', projectPath(`/logs/${id}`, FOREIGN_PROJECT), { key: keys.bob })).toMatchObject(
      errorBody(404, 'not_found'),
    );
    expect(await audited()).toMatchObject([
      { ...own, project_id: await projectId(), target: 'log_0', outcome: 'not-found' },
      { ...own, project_id: await projectId(SECOND_PROJECT), target: id, outcome: 'not-found' },
      {
        ...(await createPrincipal(keys.bob)),
        project_id: await projectId(FOREIGN_PROJECT),
        target: id,
        outcome: 'not-found',
      },
    ]);
  });

  it('the audit log records rejected requests, whether or not the project exists', async () => {
    const { sendRequest, audited, createPrincipal, id, keys, projectId } = await openAudited();
    const bobs = await createPrincipal(keys.bob);
    const question = { key: keys.bob, headers: { 'x-request-id': 'refused-1' } };
    expect(await sendRequest('GET', projectPath(`/logs/${id}`), question)).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('GET', projectPath(`/logs/${id}`, UNKNOWN_PROJECT), { key: keys.bob })).toMatchObject(
      errorBody(404, 'not_found'),
    );
    expect(await audited()).toMatchObject([
      { ...bobs, project_id: await projectId(), target: id, request_id: 'refused-1', outcome: 'refused' },
      { ...bobs, project_id: null, slug: UNKNOWN_PROJECT, target: id, outcome: 'refused' },
    ]);
  });

  it('the audit log records requests with an inactive key', async () => {
    const { sendRequest, audited, createPrincipal, id, keys, store } = await openAudited();
    const anns = await createPrincipal(keys.annsOther);
    const annsReadOnly = await createPrincipal(keys.annsReadOnly);
    await store.accounts.revokeKey(String(anns.key_id));
    expect(await sendRequest('GET', projectPath(`/logs/${id}`), { key: keys.annsOther })).toMatchObject(
      errorBody(401, 'unauthorized'),
    );
    await store.accounts.setRevoked(ANN, true);
    expect(await sendRequest('GET', projectPath(`/logs/${id}`), { key: keys.annsReadOnly })).toMatchObject(
      errorBody(401, 'unauthorized'),
    );
    expect(await audited()).toMatchObject([
      { ...anns, target: id, outcome: 'refused' },
      { ...annsReadOnly, target: id, outcome: 'refused' },
    ]);
  });

  it('GET /logs/{logId} does not return a log if the audit entry cannot be written', async () => {
    const { id, keys, reported, store } = await openAudited();
    const audit = { ...store.audit, record: () => Promise.reject(new Error('the disk is full')) };
    const app = createApp(
      { ...store, transaction: (work) => store.transaction((operations) => work({ ...operations, audit })) },
      (error) => reported.push(error),
    );
    const response = await app.request(projectPath(`/logs/${id}`), {
      headers: { authorization: `Bearer ${keys.ann}` },
    });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('pets');
    expect(reported.splice(0)).toMatchObject([{ message: 'the disk is full' }]);
  });

  it('only requests for a single log with a known key add an audit entry', async () => {
    const { sendRequest, audited, id, keys } = await openAudited();
    await sendRequest('GET', projectPath('/logs'));
    await sendRequest('GET', projectPath());
    await sendRequest('GET', projectPath(`/logs/${id}`), { key: null });
    await sendRequest('GET', projectPath(`/logs/${id}`), { key: 'csk_unknown' });
    await sendRequest('POST', projectPath('/logs'), { key: keys.annsReadOnly, json: LOG });
    expect(await audited()).toEqual([]);
  });
});
