import { describe, expect, it } from 'vitest';
import {
  ANN,
  errorBody,
  FOREIGN_PROJECT,
  LOG,
  openService,
  projectPath,
  SECOND_PROJECT,
} from '../../testing/service.fixture.ts';
import { foldTraffic } from '../metrics/fold-traffic.ts';
import { eraseUsers } from '../users/erase-users.ts';
import { REPORT } from './operations.fixture.ts';
import { createReport } from './report.fixture.ts';
import { FEEDBACK_LIMITS } from './store.ts';

interface Stored {
  readonly id: string;
  readonly times: number;
  readonly result: string;
}
interface Note {
  readonly id: string;
  readonly detail: string;
  readonly times: number;
  readonly status: string;
  readonly userId: string | null;
  readonly logId: string | null;
}
interface Listed {
  readonly feedback: readonly Note[];
  readonly next: string | null;
}

const PATH = projectPath('/feedback');
/** A text in the format of a token. It is split into two parts, so that secret scanners do not report this file. */
const TOKEN = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;

async function openFeedback() {
  const service = await openService();
  const { sendRequest } = service;
  const report = async (changes: object = {}, key = service.keys.ann) =>
    sendRequest<Stored>('POST', PATH, { key, json: { ...REPORT, ...changes } });
  const list = async (query = '') => (await sendRequest<Listed>('GET', PATH + query)).body;
  const get = async (id: string) => (await sendRequest<Note>('GET', `${PATH}/${id}`)).body;
  return { ...service, report, list, get };
}

describe('reporting feedback', () => {
  it('POST /feedback stores a report, and the response contains all properties of the report', async () => {
    const { report, get } = await openFeedback();
    const { status, body, headers } = await report();
    expect([status, body.times, body.result]).toEqual([201, 1, 'created']);
    expect(headers.get('location')).toBe(`${PATH}/${body.id}`);
    expect(await get(body.id)).toEqual({
      id: body.id,
      ...REPORT,
      source: 'api',
      userId: null,
      logId: null,
      endpointId: null,
      times: 1,
      firstAt: expect.any(String),
      lastAt: expect.any(String),
      status: 'open',
      note: null,
    });
  });

  it('equal reports about the same subject are counted once per reporter and day', async () => {
    const { report, store, keys, list } = await openFeedback();
    await store.accounts.addMember('octo-api', 'bob@example.com');
    const first = await report();
    const detail = `  ${REPORT.detail.toUpperCase().replaceAll(' ', ' - ')}!`;
    const againResponse = await report({ detail });
    expect([againResponse.body, againResponse.headers.get('idempotent-replayed')]).toEqual([
      { id: first.body.id, times: 1, result: 'known' },
      'true',
    ]);
    const other = await report({ detail, kind: 'wrong' }, keys.bob);
    expect(other.body).toEqual({ id: first.body.id, times: 2, result: 'counted' });
    expect((await report({ about: { type: 'page', ref: 'pets' } })).body.result).toBe('created');
    expect((await list()).feedback.map(({ times }) => times).toSorted()).toEqual([1, 2]);
  });

  it('a reporter and a project can only send a limited number of reports, and the error message instructs the agent to continue its task', async () => {
    const { report, store, projectId, keys } = await openFeedback();
    for (let n = 0; n < FEEDBACK_LIMITS.perHour; n += 1) {
      expect((await report({ detail: `Problem ${n}` })).status).toBe(201);
    }
    const refusedResponse = await report({ detail: 'One more' });
    expect(refusedResponse).toMatchObject(errorBody(429, 'rate_limited'));
    expect(JSON.stringify(refusedResponse.body)).toContain('Continue with your task');
    expect(Number(refusedResponse.headers.get('retry-after'))).toBeGreaterThan(3_500);
    // An equal report is not stored again, so the limit does not apply.
    expect((await report({ detail: 'problem 0' })).body.result).toBe('known');

    const id = await projectId();
    for (let n = FEEDBACK_LIMITS.perHour; n < FEEDBACK_LIMITS.perDay; n += 1) {
      await store.feedback.report(id, createReport({ reporter: `usr_${n}` }));
    }
    await store.accounts.addMember('octo-api', 'bob@example.com');
    const fullResponse = await report({ detail: 'Of another member' }, keys.bob);
    expect([
      fullResponse.status,
      JSON.stringify(fullResponse.body).includes(`${FEEDBACK_LIMITS.perDay} reports a day`),
    ]).toEqual([429, true]);
  });

  it('credentials, email addresses and invisible characters in a report are replaced', async () => {
    const { report, get, everything } = await openFeedback();
    const detail = `Send "password": "hunter2-hunter2" or ${TOKEN} to ann@example.com\u202e\u{e0041}\u0007\nnow`;
    const { body } = await report({ detail, task: `As ${ANN}`, about: { type: 'page', ref: `users/${ANN}` } });
    const storedNote = await get(body.id);
    expect(storedNote).toMatchObject({ task: 'As {email}', about: { type: 'page', ref: 'users/{email}' } });
    expect(storedNote.detail).toMatch(/^Send "password": "\[redacted\]" or \S*\[redacted\]\S* to \{email\}\nnow$/);
    const all = await everything();
    for (const secret of ['hunter2', TOKEN]) expect(all).not.toContain(secret);
  });

  it('a report links to the newest failed request of its user, and keeps the user only if the user is known', async () => {
    const { report, get, store, projectId, create } = await openFeedback();
    const id = await projectId();
    const now = new Date().toISOString();
    const request = { ...LOG, timestamp: now, groupEmail: 'team@example.com' };
    await create({ ...request, status: 200 }, projectPath('/logs'));
    const failedItem = await create({ ...request, status: 422, route: '/pets' }, projectPath('/logs'));
    await create({ ...request, status: 500, groupEmail: 'other@example.com' }, projectPath('/logs'));
    await foldTraffic(store);
    const { body } = await report({ user: 'Team@example.com', detail: 'A' });
    const storedNote = await get(body.id);
    expect(storedNote).toMatchObject({ logId: failedItem.id, endpointId: expect.stringMatching(/^ep_/) });
    expect(await store.users.get(id, storedNote.userId ?? '')).toMatchObject({ email: 'team@example.com' });
    const unknown = await report({ user: 'nobody@example.com', detail: 'B' });
    expect(await get(unknown.body.id)).toMatchObject({ userId: null, logId: null });
    // If the report has no user, the failed request is found by the member's email address.
    const own = await create({ ...request, status: 404, groupEmail: ANN }, projectPath('/logs'));
    expect(await get((await report({ detail: 'C' })).body.id)).toMatchObject({ userId: null, logId: own.id });
  });

  it('erasing a user deletes the reports of the user', async () => {
    const { report, store, projectId, create, list, count } = await openFeedback();
    await create({ ...LOG, groupEmail: 'team@example.com' }, projectPath('/logs'));
    await foldTraffic(store);
    await report({ user: 'team@example.com', detail: 'A' });
    await report({ detail: 'B' });
    const [own] = (await list()).feedback.filter(({ userId }) => userId !== null);
    await store.erasures.request(await projectId(), own?.userId ?? '');
    await eraseUsers(store);
    expect((await list()).feedback.map(({ detail }) => detail)).toEqual(['B']);
    expect(await count('feedback_reports')).toBe(1);
  });

  it('the number of stored reports is limited, and closed reports are deleted first', async () => {
    const { store, projectId, count } = await openFeedback();
    const id = await projectId();
    const notes: string[] = [];
    await store.transaction(async ({ feedback }) => {
      for (let n = 0; n < 3; n += 1) {
        const stored = await feedback.report(id, createReport({ reporter: `usr_${n}` }));
        if (stored.result === 'created') notes.push(stored.id);
      }
    });
    await store.feedback.handle(id, notes[1] ?? '', { status: 'resolved' });
    await store.feedback.report(id, createReport({ reporter: 'usr_9' }), { notes: 3 });
    expect(await count('feedback')).toBe(3);
    expect(await store.feedback.get(id, notes[1] ?? '')).toBeUndefined();
    await store.feedback.report(id, createReport({ reporter: 'usr_10' }), { notes: 3 });
    expect(await store.feedback.get(id, notes[0] ?? '')).toBeUndefined();
    expect(await store.feedback.get(id, notes[2] ?? '')).toBeDefined();
  });
});

describe('reading and handling feedback', () => {
  it('the list of feedback filters by status, kind, subject, source and text, and is paginated', async () => {
    const { report, list, sendRequest } = await openFeedback();
    const { body: photo } = await report();
    await report({
      kind: 'broken',
      detail: 'Ünknown LINK 100%',
      about: { type: 'page', ref: 'guides/keys' },
      source: 'sdk',
    });
    await sendRequest('PATCH', `${PATH}/${photo.id}`, { json: { status: 'resolved' } });
    const find = async (query: string) => (await list(query)).feedback.map(({ detail }) => detail.slice(0, 3));
    expect(await find('?status=resolved')).toEqual(['The']);
    expect(await find('?kind=broken')).toEqual(['Ünk']);
    expect(await find('?about=page')).toEqual(['Ünk']);
    expect(await find('?about=page:guides/keys')).toEqual(['Ünk']);
    expect(await find('?about=page:guides')).toEqual([]);
    expect(await find('?source=sdk')).toEqual(['Ünk']);
    expect(await find(`?q=${encodeURIComponent('ünknown link 100%')}`)).toEqual(['Ünk']);
    expect(await find('?q=guides/KEYS')).toEqual(['Ünk']);
    expect(await find('?q=100_')).toEqual([]);
    const first = await list('?limit=1');
    const second = await list(`?limit=1&cursor=${first.next}`);
    expect([first.feedback.length, second.feedback.length, second.next]).toEqual([1, 1, null]);
    expect(first.feedback[0]?.id).not.toBe(second.feedback[0]?.id);
    expect(await sendRequest('GET', `${PATH}?about=everything`)).toMatchObject(errorBody(400, 'invalid_request'));
  });

  it('changing the status or the note of a report is recorded in the audit log and in the counts', async () => {
    const { report, get, sendRequest, rows } = await openFeedback();
    const { body } = await report();
    await report({ detail: 'Another problem', kind: 'wrong' });
    const change = (json: object) => sendRequest<Note>('PATCH', `${PATH}/${body.id}`, { json });
    expect((await change({ note: 'Asked the team' })).body).toMatchObject({ status: 'open', note: 'Asked the team' });
    expect((await change({ status: 'in_progress' })).body).toMatchObject({ note: 'Asked the team' });
    expect((await change({ status: 'dismissed', note: null })).body).toMatchObject({ note: null });
    expect(await get(body.id)).toMatchObject({ status: 'dismissed', note: null });
    const actions = await rows("SELECT target FROM audit WHERE action = 'feedback.update'");
    expect(actions.map(({ target }) => target)).toEqual([body.id, body.id, body.id]);
    expect((await sendRequest('GET', `${PATH}/summary`)).body).toEqual({
      byStatus: { open: 1, in_progress: 0, resolved: 0, dismissed: 1 },
      byKind: { missing: 0, wrong: 1, outdated: 0, confusing: 0, broken: 0 },
      subjects: [{ about: REPORT.about, notes: 1, times: 1 }],
    });
  });

  it('a report is accessible only in its own project', async () => {
    const { report, sendRequest, keys } = await openFeedback();
    const { body } = await report();
    const otherUrl = projectPath(`/feedback/${body.id}`, SECOND_PROJECT);
    expect((await sendRequest('GET', otherUrl)).status).toBe(404);
    expect((await sendRequest('PATCH', otherUrl, { json: { status: 'resolved' } })).status).toBe(404);
    expect((await sendRequest('GET', projectPath('/feedback', FOREIGN_PROJECT))).status).toBe(404);
    const readOnly = await sendRequest('POST', PATH, { key: keys.annsReadOnly, json: REPORT });
    expect(readOnly).toMatchObject(errorBody(403, 'read_only_key'));
  });
});
