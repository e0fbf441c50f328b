import { describe, expect, it } from 'vitest';
import { ANN, BOB, errorBody, FOREIGN_PROJECT, LOG, openService, projectPath } from '../../testing/service.fixture.ts';

interface Entry {
  readonly id: string;
  readonly target: string;
  readonly email: string;
  readonly requestId: string;
  readonly outcome: string;
}
interface ListPage {
  readonly entries: Entry[];
  readonly next: string | null;
}

describe('GET /audit', () => {
  it('the audit log lists all attempts to read logs, newest first', async () => {
    const { sendRequest, keys } = await openService();
    const log = await sendRequest<{ id: string }>('POST', projectPath('/logs'), { json: LOG });
    const read = (id: string, key: string, requestId: string) =>
      sendRequest('GET', projectPath(`/logs/${id}`), { key, headers: { 'x-request-id': requestId } });
    await read(log.body.id, keys.annsReadOnly, 'r1');
    await read('log_0', keys.ann, 'r2');
    await read(log.body.id, keys.bob, 'r3');
    const { body } = await sendRequest<ListPage>('GET', projectPath('/audit'));
    const target = log.body.id;
    expect(body).toMatchObject({
      entries: [
        { action: 'log.read', target, email: BOB, requestId: 'r3', outcome: 'refused' },
        { action: 'log.read', target: 'log_0', email: ANN, requestId: 'r2', outcome: 'not-found' },
        { action: 'log.read', target, email: ANN, requestId: 'r1', outcome: 'found' },
      ],
      next: null,
    });
    expect(
      (await sendRequest<ListPage>('GET', projectPath('/audit', FOREIGN_PROJECT), { key: keys.bob })).body.entries,
    ).toEqual([]);
  });

  it('the audit log is paginated', async () => {
    const { sendRequest } = await openService();
    for (let number = 0; number < 5; number += 1) {
      await sendRequest('GET', projectPath(`/logs/log_${number}`));
    }
    const targets: string[] = [];
    let cursor = '';
    do {
      const { body } = await sendRequest<ListPage>('GET', projectPath(`/audit?limit=2${cursor}`));
      targets.push(...body.entries.map(({ target }) => target));
      cursor = body.next === null ? '' : `&cursor=${body.next}`;
    } while (cursor !== '');
    expect(targets).toEqual(['log_4', 'log_3', 'log_2', 'log_1', 'log_0']);
  });

  it.each(['limit=0', 'limit=501', 'cursor=x', 'cursor=', 'colour=red'])(
    'the audit log rejects the query ?%s',
    async (query) => {
      const { sendRequest } = await openService();
      const response = await sendRequest<{ error: { message: string } }>('GET', projectPath(`/audit?${query}`));
      expect(response).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.message).toContain(query.split('=')[0]);
    },
  );

  it('the audit log rejects POST, PUT and DELETE requests with 405', async () => {
    const { sendRequest } = await openService();
    for (const method of ['POST', 'PUT', 'DELETE']) {
      expect(await sendRequest(method, projectPath('/audit'))).toMatchObject(errorBody(405, 'method_not_allowed'));
    }
  });
});
