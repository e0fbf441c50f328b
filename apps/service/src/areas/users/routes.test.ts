import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PRUNE_CONTEXT } from '../../platform/database/behavior/accounts.fixture.ts';
import { BOB, errorBody, HINT, LOG, openService, projectPath, SECOND_PROJECT } from '../../testing/service.fixture.ts';
import { pruneLogs } from '../maintenance/retention.ts';
import { foldTraffic } from '../metrics/fold-traffic.ts';
import { assessUsers } from './assess-users.ts';
import { eraseUsers } from './erase-users.ts';

const NOW = Date.UTC(2026, 5, 15, 12, 30);
const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

interface TestUser {
  readonly id: string;
  readonly groupEmail: string | null;
  readonly requests30d: number;
  readonly risk: { readonly level: string; readonly reasons: readonly { readonly code: string }[] } | null;
}
interface TestUsers {
  readonly users: readonly TestUser[];
  readonly next: string | null;
}

const createLogs = (groupEmail: string, days: readonly number[], more: object = {}) =>
  days.map((daysAgo) => ({
    ...LOG,
    status: 200,
    groupEmail,
    timestamp: new Date(NOW - daysAgo * DAY_MS).toISOString(),
    ...more,
  }));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** Creates three users: `gone` sent requests every day and then stopped, `stuck` is new and gets errors, and `steady` sends requests every day. */
async function open() {
  const service = await openService();
  const { store, sendRequest } = service;
  const id = await service.projectId();
  await store.logs.addAll(id, [
    ...createLogs('Gone@example.com', range(10, 30)),
    ...createLogs('stuck@example.com', Array(12).fill(1), { status: 422 }),
    ...createLogs('steady@example.com', range(0, 34)),
    ...createLogs('steady@example.com', [0], { status: 429 }),
  ]);
  await foldTraffic(store);
  await assessUsers(store, NOW);
  const list = async (query = '') => {
    const { status, body } = await sendRequest<TestUsers>('GET', projectPath(`/users${query}`));
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const emails = async (query = '') => (await list(query)).users.map(({ groupEmail }) => groupEmail?.split('@')[0]);
  const getId = async (name: string) => (await list(`?q=${name}`)).users[0]?.id ?? '';
  const refuse = async (method: string, path: string, json?: unknown) => {
    const response = await sendRequest<{ error: { message: string } }>(method, projectPath(path), json ? { json } : {});
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    return response.body.error.message;
  };
  return { ...service, list, emails, idOf: getId, refuse };
}

describe('GET /users', () => {
  it('GET /users lists users in pages, sorted by requests, errors or last request', async () => {
    const { emails, list } = await open();
    expect(await emails()).toEqual(['steady', 'gone', 'stuck']);
    expect((await emails('?sort=errors'))[0]).toBe('stuck');
    expect(await emails('?sort=lastSeen')).toEqual(['steady', 'stuck', 'gone']);
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next}`);
    expect([...first.users, ...second.users].map(({ groupEmail }) => groupEmail)).toEqual([
      'steady@example.com',
      'gone@example.com',
      'stuck@example.com',
    ]);
    expect(second.next).toBeNull();
  });

  it('GET /users filters users by part of the email address, by risk and by reason', async () => {
    const { emails } = await open();
    expect(await emails('?q=GONE@')).toEqual(['gone']);
    expect(await emails('?q=%25')).toEqual([]);
    expect(await emails('?atRisk=true')).toEqual(['gone', 'stuck']);
    expect(await emails('?reason=stuck')).toEqual(['stuck']);
    expect(await emails('?reason=falling')).toEqual([]);
  });

  it('GET /users lists users at risk with the reasons and their numbers', async () => {
    const { list } = await open();
    const { users } = await list('?atRisk=true');
    expect(users).toMatchObject([
      {
        groupEmail: 'gone@example.com',
        lastSeen: '2026-06-05T12:30:00.000Z',
        requests7d: 0,
        requests30d: 20,
        risk: {
          level: 'low',
          reasons: [
            {
              code: 'silent',
              since: '2026-06-06T00:00:00.000Z',
              facts: { silentDays: 9, activeDaysBefore: 21, usualGapDays: 1 },
            },
          ],
        },
      },
      {
        errors30d: 12,
        risk: { reasons: [{ code: 'stuck', facts: { requests: 12, succeeded: 0 } }] },
      },
    ]);
  });

  it('GET /users filters by the client that sent the newest requests, and contains the change of weekly requests', async () => {
    const { emails, list, store, projectId } = await open();
    const id = await projectId();
    await store.logs.addAll(id, [
      ...createLogs('steady@example.com', [0, 0], { userAgent: 'claude-code/2.1' }),
      ...createLogs('steady@example.com', [1], { userAgent: 'Mozilla/5.0 Firefox/140.0' }),
      ...createLogs('gone@example.com', [10], { userAgent: 'Mozilla/5.0 Firefox/140.0' }),
      ...createLogs('gone@example.com', [20], { userAgent: 'claude-code/2.1' }),
    ]);
    await foldTraffic(store);
    // A log that arrives late does not change the client kind.
    await store.logs.addAll(id, createLogs('steady@example.com', [2], { userAgent: 'Mozilla/5.0 Firefox/140.0' }));
    await foldTraffic(store);
    await assessUsers(store, NOW);
    expect(await emails('?caller=agent')).toEqual(['steady']);
    expect(await emails('?caller=person')).toEqual(['gone', 'stuck']);
    expect(await emails('?caller=bot')).toEqual([]);
    expect((await list()).users).toMatchObject([
      { caller: 'agent', requests7d: 12, change: 5 / 7 },
      { caller: 'person', requests7d: 0, change: -1 },
      { caller: 'person', requests7d: 12, change: null },
    ]);
  });

  it('GET /users never lists a user as at risk if bots sent most of the requests', async () => {
    const { emails, store, projectId } = await open();
    expect(await emails('?atRisk=true')).toEqual(['gone', 'stuck']);
    const addBotRequests = async (days: readonly number[]) => {
      await store.logs.addAll(await projectId(), createLogs('gone@example.com', days, { userAgent: 'Googlebot/2.1' }));
      await foldTraffic(store);
      await assessUsers(store, NOW);
      expect(await emails('?caller=bot')).toEqual(['gone']);
      return emails('?atRisk=true');
    };
    // Neither the newest request nor a request from the future determines the client kind.
    expect(await addBotRequests([10, -300])).toEqual(['gone', 'stuck']);
    expect(await addBotRequests(range(9, 27))).toEqual(['gone', 'stuck']);
    expect(await addBotRequests([28, 29])).toEqual(['stuck']);
  });

  it('GET /users lists only users of the given project', async () => {
    const { sendRequest, idOf } = await open();
    expect((await sendRequest('GET', projectPath('/users', SECOND_PROJECT))).body).toEqual({ users: [], next: null });
    const id = await idOf('gone');
    for (const [method, rest] of [
      ['GET', ''],
      ['GET', '/timeseries'],
      ['PATCH', ''],
    ] as const) {
      const path = projectPath(`/users/${id}${rest}`, SECOND_PROJECT);
      expect(await sendRequest(method, path, method === 'PATCH' ? { json: { note: 'x' } } : {})).toMatchObject(
        errorBody(404, 'not_found'),
      );
    }
  });

  it('the user list rejects unknown parameter values and the cursor of another list', async () => {
    const { list, refuse } = await open();
    expect(await refuse('GET', '/users?sort=name')).toContain('sort');
    expect(await refuse('GET', '/users?reason=bored')).toContain('reason');
    expect(await refuse('GET', '/users?atRisk=yes')).toContain('atRisk');
    expect(await refuse('GET', '/users?caller=robot')).toContain('caller');
    expect(await refuse('GET', '/users?limit=501')).toContain('500');
    const { next } = await list('?limit=1');
    expect(await refuse('GET', `/users?limit=1&sort=errors&cursor=${next}`)).toContain('cursor');
  });
});

describe('/users-at-risk/thresholds', () => {
  it('a project can change its risk thresholds, which apply from the next check', async () => {
    const { sendRequest, emails, store } = await open();
    const path = projectPath('/users-at-risk/thresholds');
    expect((await sendRequest('GET', path)).body).toMatchObject({ silentDays: 7, stuckRequests: 10, stuckShare: 0.5 });
    const set = await sendRequest('PUT', path, { json: { silentDays: 10, stuckRequests: 13 } });
    expect(set).toMatchObject({ status: 200, body: { silentDays: 10, stuckRequests: 13, stuckShare: 0.5 } });
    expect((await sendRequest('GET', path)).body).toEqual(set.body);
    await assessUsers(store, NOW);
    // `gone` was silent for only 9 days and `stuck` sent only 12 requests, so neither user reaches the thresholds.
    expect(await emails('?atRisk=true')).toEqual([]);
    await sendRequest('PUT', path, { json: {} });
    await assessUsers(store, NOW);
    expect(await emails('?atRisk=true')).toEqual(['gone', 'stuck']);
    const { entries } = (await sendRequest<{ entries: object[] }>('GET', projectPath('/audit'))).body;
    expect(entries).toMatchObject([{ action: 'risk-thresholds.update' }, { action: 'risk-thresholds.update' }]);
  });

  it('rejects risk thresholds outside of their bounds, and the error names the bound', async () => {
    const { refuse } = await open();
    expect(await refuse('PUT', '/users-at-risk/thresholds', { silentDays: 61 })).toContain('60');
    expect(await refuse('PUT', '/users-at-risk/thresholds', { silentDays: 1.5 })).toContain('silentDays');
    expect(await refuse('PUT', '/users-at-risk/thresholds', { failingShare: 0 })).toContain('0.01');
    expect(await refuse('PUT', '/users-at-risk/thresholds', { silent: 1 })).toContain('silent');
    expect(await refuse('PUT', '/users-at-risk/thresholds', { silentDays: 20, silentMaxDays: 15 })).toContain(
      'silentMaxDays (15)',
    );
  });
});

describe('/users/{userId}', () => {
  it('a user response includes the requests of each of the last 30 days', async () => {
    const { sendRequest, idOf } = await open();
    const { body } = await sendRequest<{ days: object[] }>('GET', projectPath(`/users/${await idOf('steady')}`));
    expect(body.days).toHaveLength(30);
    expect(body.days.at(-1)).toEqual({
      at: '2026-06-15T00:00:00.000Z',
      requests: 2,
      status2xx: 1,
      status4xx: 1,
      status5xx: 0,
      throttled: 1,
      bots: 0,
    });
  });

  it('a user response includes the endpoints and errors for all notations of the email address, and the delivered hints', async () => {
    const { sendRequest, idOf, store, projectId } = await open();
    const createdResponse = await sendRequest<{ id: string }>('POST', projectPath('/recovery/hints'), { json: HINT });
    expect(createdResponse.status).toBe(201);
    const id = createdResponse.body.id;
    await store.logs.addAll(await projectId(), [
      ...createLogs('Gone@example.com', [11], { status: 404, recoveryHintId: id }),
      ...createLogs('GONE@example.com', [10], { status: 422, errorCode: null }),
    ]);
    await foldTraffic(store);
    const { status, body } = await sendRequest<object>('GET', projectPath(`/users/${await idOf('gone')}`));
    expect(status).toBe(200);
    const endpoint = { method: 'GET', route: '/pets/{petId}' };
    expect(body).toMatchObject({
      groupEmails: ['gone@example.com', 'Gone@example.com', 'GONE@example.com'],
      recent: {
        requests: 22,
        complete: true,
        since: '2026-05-17T12:30:00.000Z',
        topEndpoints: [{ ...endpoint, requests: 22, errors: 2 }],
        lastErrors: [
          { ...endpoint, timestamp: '2026-06-05T12:30:00.000Z', status: 422, errorCode: null },
          { ...endpoint, timestamp: '2026-06-04T12:30:00.000Z', status: 404, errorCode: 'no_such_pet' },
        ],
      },
      hints: [{ hintId: id, title: HINT.title, ...endpoint, withheld: false, recovered: true }],
    });
  });

  it('the time series of a user consists of whole days and at most 1,500 points', async () => {
    const { sendRequest, idOf, refuse } = await open();
    const path = `/users/${await idOf('gone')}/timeseries`;
    const { body } = await sendRequest<{ points: { requests: number }[] }>(
      'GET',
      projectPath(`${path}?since=-40d&until=-9d`),
    );
    expect(body).toMatchObject({ since: '2026-05-06T00:00:00.000Z', until: '2026-06-07T00:00:00.000Z' });
    expect(body.points.map(({ requests }) => requests).join('')).toBe(`${'0'.repeat(10)}${'1'.repeat(21)}0`);
    expect(await refuse('GET', `${path}?since=-1501d`)).toBe(
      'query.interval: "day" results in 1502 points; the maximum is 1500: use a range of at most 1500 days',
    );
    expect(await refuse('GET', `${path}?since=-1d&until=-2d`)).toContain('must be before until');
  });

  it('the hourly time series of a user counts the logs for all notations of the email address', async () => {
    const { sendRequest, idOf, refuse, store, projectId } = await open();
    const id = await projectId();
    await store.logs.addAll(id, [
      ...createLogs('steady@example.com', [1 / 24], { status: 301 }),
      ...createLogs('STEADY@example.com', [1 / 24], { status: 500 }),
    ]);
    await foldTraffic(store);
    const path = `/users/${await idOf('steady')}/timeseries?interval=hour`;
    const { body } = await sendRequest<{ points: { requests: number }[] }>('GET', projectPath(`${path}&since=-26h`));
    expect(body).toMatchObject({
      since: '2026-06-14T10:00:00.000Z',
      until: '2026-06-15T13:00:00.000Z',
      interval: 'hour',
    });
    expect(body.points.map(({ requests }) => requests)).toEqual([0, 0, 1, ...Array(22).fill(0), 2, 2]);
    expect(body.points.slice(-2)).toEqual([
      { at: '2026-06-15T11:00:00.000Z', requests: 2, status2xx: 0, status4xx: 0, status5xx: 1, throttled: 0, bots: 0 },
      { at: '2026-06-15T12:00:00.000Z', requests: 2, status2xx: 1, status4xx: 1, status5xx: 0, throttled: 1, bots: 0 },
    ]);
    expect(await refuse('GET', `${path}&since=-90d`)).toContain('results in 2161 points; the maximum is 1500');
    // After a deletion of old logs, the counts by day cover a longer time than the logs.
    expect(await pruneLogs(store, 20, PRUNE_CONTEXT, { now: NOW })).toBeGreaterThan(0);
    expect(await refuse('GET', `${path}&since=-21d`)).toBe(
      'query.since: is before 2026-05-26T12:31:00.000Z, and some logs from before that time were deleted: use 2026-05-26T13:00:00.000Z or later',
    );
    expect((await sendRequest('GET', projectPath(`${path}&since=-19d`))).status).toBe(200);
    vi.setSystemTime(NOW + 90 * DAY_MS);
    expect(await pruneLogs(store, 1, PRUNE_CONTEXT)).toBeGreaterThan(0);
    expect(await refuse('GET', path)).toBe(
      'query.interval: "hour" is not available for this user, whose email address is unknown: use interval=day',
    );
  });

  it('a user can get a name and a note, and can be ignored and snoozed', async () => {
    const { sendRequest, emails, idOf } = await open();
    const path = projectPath(`/users/${await idOf('gone')}`);
    const change = async (json: object) => {
      const { status, body } = await sendRequest<object>('PATCH', path, { json });
      expect(status).toBe(200);
      return body;
    };
    expect(await change({ name: 'Zoë Gone', note: 'Called' })).toMatchObject({ name: 'Zoë Gone', note: 'Called' });
    expect(await change({ note: null })).toMatchObject({ name: 'Zoë Gone', note: null });
    expect(await emails('?q=gONE')).toEqual(['gone']);
    await change({ ignored: true });
    expect([await emails('?atRisk=true'), await emails('?reason=silent')]).toEqual([['stuck'], ['gone']]);
    await change({ ignored: false, snoozedUntil: '2026-06-15T14:31:00+02:00' });
    expect(await emails('?atRisk=true')).toEqual(['stuck']);
    vi.setSystemTime(NOW + 60_000);
    expect(await emails('?atRisk=true')).toEqual(['gone', 'stuck']);
    expect(await change({ snoozedUntil: null })).toMatchObject({ snoozedUntil: null });
  });

  it('repeated requests to erase a user return the same job, and every request is audited', async () => {
    const { sendRequest, emails, idOf, keys, store } = await open();
    const userId = await idOf('gone');
    const path = projectPath(`/users/${userId}`);
    expect(await sendRequest('GET', `${path}/erasure`)).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('DELETE', path, { key: keys.annsReadOnly })).toMatchObject(
      errorBody(403, 'read_only_key'),
    );
    const job = { userId, requestedAt: '2026-06-15T12:30:00.000Z', finishedAt: null, logs: 0 };
    expect(await sendRequest('DELETE', path)).toMatchObject({ status: 202, body: job });
    expect(await sendRequest('DELETE', path)).toMatchObject({ status: 202, body: job });
    await eraseUsers(store);
    const finishedJob = { ...job, finishedAt: '2026-06-15T12:30:00.000Z', logs: 21 };
    expect(await sendRequest('GET', `${path}/erasure`)).toMatchObject({ status: 200, body: finishedJob });
    expect(await sendRequest('DELETE', path)).toMatchObject({ status: 202, body: finishedJob });
    expect(await sendRequest('GET', path)).toMatchObject(errorBody(404, 'not_found'));
    expect(await emails()).toEqual(['steady', 'stuck']);
    const logs = await sendRequest<{ logs: object[] }>('GET', projectPath('/logs?groupEmail=Gone@example.com'));
    expect(logs.body.logs).toEqual([]);
    expect(await sendRequest('DELETE', projectPath('/users/usr_0'))).toMatchObject(errorBody(404, 'not_found'));
    await sendRequest('PATCH', path, { json: { note: 'x' } });
    await sendRequest('PATCH', path, { key: keys.bob, json: { note: 'x' } });
    const { entries } = (await sendRequest<{ entries: object[] }>('GET', projectPath('/audit'))).body;
    expect(entries).toMatchObject([
      { action: 'user.update', target: userId, email: BOB, outcome: 'refused' },
      { action: 'user.update', target: userId, outcome: 'not-found' },
      { action: 'user.erase', target: 'usr_0', outcome: 'not-found' },
      { action: 'user.erase', target: userId, outcome: 'succeeded' },
      { action: 'user.erase', target: userId, outcome: 'succeeded' },
      { action: 'user.erase', target: userId, outcome: 'succeeded' },
      { action: 'user.erase', target: userId, outcome: 'refused' },
    ]);
  });

  it('rejects invalid changes of a user, and the error names the limit or the property', async () => {
    const { idOf, refuse } = await open();
    const path = `/users/${await idOf('gone')}`;
    expect(await refuse('PATCH', path, { name: 'x'.repeat(121) })).toContain('120');
    expect(await refuse('PATCH', path, { note: 'x'.repeat(2_001) })).toContain('2000');
    expect(await refuse('PATCH', path, { snoozedUntil: 'tomorrow' })).toContain('snoozedUntil');
    expect(await refuse('PATCH', path, { groupEmail: 'x@example.com' })).toContain('groupEmail');
  });
});
