import { describe, expect, it } from 'vitest';
import { createKey, hashKey } from '../platform/access/api-keys.ts';
import { type AreaOperation, describeOperation, fillPath, OPERATIONS, WRITES } from '../testing/operations.fixture.ts';
import {
  ANN,
  errorBody,
  FOREIGN_PROJECT,
  OWN_PROJECT,
  openService,
  projectPath,
  UNKNOWN_PROJECT,
} from '../testing/service.fixture.ts';

/** Requests that are invalid in every way that can be checked before the operation runs. */
const INVALID_REQUESTS = [
  ['an unknown query parameter', { query: 'colour=red' }],
  ['a query that is not percent-encoded UTF-8', { query: 'q=%ff' }],
  ['a body that is not JSON', { text: '{', type: 'application/json' }],
  ['a body of another type', { text: 'x', type: 'text/plain' }],
  ['a body in another character encoding', { text: '{}', type: 'application/json; charset=utf-16' }],
  ['a compressed body', { text: '{}', type: 'application/json', headers: { 'content-encoding': 'br' } }],
  ['a body over every size limit', { text: 'x'.repeat(9_000_000), type: 'application/json' }],
] as const;

async function openWithKeys() {
  const service = await openService();
  const capture = createKey();
  await service.store.accounts.createKey(ANN, { access: 'capture', project: OWN_PROJECT, hash: hashKey(capture) });
  const send = (
    operation: AreaOperation,
    invalidRequest: { query?: string; text?: string; type?: string; headers?: object },
    { key, slug = OWN_PROJECT }: { key: string | null; slug?: string },
  ) => {
    const { method } = operation;
    const target = projectPath(fillPath(operation), slug);
    const query =
      invalidRequest.query === undefined ? '' : `${target.includes('?') ? '&' : '?'}${invalidRequest.query}`;
    return service.sendRequest(method, target + query, {
      key,
      ...(invalidRequest.text === undefined || method === 'GET' ? {} : { text: invalidRequest.text }),
      headers: {
        ...(invalidRequest.type === undefined ? {} : { 'content-type': invalidRequest.type }),
        ...invalidRequest.headers,
      },
    });
  };
  return { ...service, capture, send };
}

describe('the rights of a key', () => {
  it.each(INVALID_REQUESTS)(
    'the rights of a key are checked before the rest of a request with %s',
    async (_name, invalidRequest) => {
      const { send, capture, keys } = await openWithKeys();
      for (const operation of OPERATIONS) {
        const { method, path } = operation;
        const name = `${method} ${path}`;
        const acceptedValues = describeOperation(operation)['x-keys'];
        expect(await send(operation, invalidRequest, { key: null }), name).toMatchObject(
          errorBody(401, 'unauthorized'),
        );
        for (const slug of [FOREIGN_PROJECT, UNKNOWN_PROJECT])
          expect(await send(operation, invalidRequest, { key: keys.ann, slug }), name).toMatchObject(
            errorBody(404, 'not_found'),
          );
        if (!acceptedValues.includes('read-only'))
          expect(await send(operation, invalidRequest, { key: keys.annsReadOnly }), name).toMatchObject(
            errorBody(403, 'read_only_key'),
          );
        if (!acceptedValues.includes('capture'))
          expect(await send(operation, invalidRequest, { key: capture }), name).toMatchObject(
            errorBody(403, 'capture_key'),
          );
      }
    },
  );

  it('missing rights are the only reason for 403: a full key gets the error about its request', async () => {
    const { send, keys } = await openWithKeys();
    for (const operation of WRITES.filter(({ json, text }) => json !== undefined || text !== undefined)) {
      const response = await send(operation, { text: '{', type: 'text/plain' }, { key: keys.ann });
      expect(response, operation.path).toMatchObject(errorBody(415, 'unsupported_media_type'));
    }
  });

  it('the rights of a key do not reveal whether a project exists', async () => {
    const { send, keys } = await openWithKeys();
    for (const operation of OPERATIONS) {
      const [foreign, unknown] = await Promise.all(
        [FOREIGN_PROJECT, UNKNOWN_PROJECT].map((slug) => send(operation, {}, { key: keys.ann, slug })),
      );
      const getText = (body: unknown) => JSON.stringify(body).replace(/"requestId":"[^"]+"/, '');
      expect(getText(foreign?.body), operation.path).toBe(getText(unknown?.body));
    }
  });
});

describe('paths and methods that do not exist', () => {
  it.each([
    ['/api/v1/project/octo-api/logs', '/api/v1/projects/{slug}/logs'],
    ['/api/v1/projects/octo-api/log', '/api/v1/projects/{slug}/logs'],
    ['/api/v1/projects/octo-api/logs/', '/api/v1/projects/{slug}/logs'],
    ['/api/v1/projects/octo-api/context_search', '/api/v1/projects/{slug}/context-search'],
    ['/api/v1/projects/octo-api/recovery/hint/x/effects', '/api/v1/projects/{slug}/recovery/hints/{hintId}/effect'],
    ['/api/projects/octo-api/members', '/api/v1/projects/{slug}/members'],
    ['/api/v1/accounts', '/api/v1/account'],
    ['/projects/octo-api/audit', '/api/v1/projects/{slug}/audit'],
    ['/openapi.yaml', '/openapi.json'],
    ['/healthz', '/health'],
  ])('the error for the unknown path %s suggests the path %s', async (path, closestPath) => {
    const { sendRequest } = await openService();
    const response = await sendRequest<{ error: { message: string } }>('GET', path);
    expect(response).toMatchObject(errorBody(404, 'not_found'));
    expect(response.body.error.message).toBe(
      `The path ${path} does not exist: did you mean ${closestPath}? All paths are in /openapi.json`,
    );
  });

  it.each(['/admin', '/api/v1/projects/octo-api/zzz', `/${'x/'.repeat(200)}`, `/api/v1/${'y'.repeat(500)}`])(
    'an unknown path without a similar path gets an error of limited length without a suggestion: %.40s',
    async (path) => {
      const { sendRequest } = await openService();
      const response = await sendRequest<{ error: { message: string } }>('GET', path);
      expect(response).toMatchObject(errorBody(404, 'not_found'));
      expect(response.body.error.message).toMatch(/ does not exist\. All paths are in \/openapi\.json$/);
      expect(response.body.error.message.length).toBeLessThan(200);
    },
  );

  it('an unknown path is reported in the same way for every project', async () => {
    const { sendRequest } = await openService();
    const messages = await Promise.all(
      [OWN_PROJECT, FOREIGN_PROJECT, UNKNOWN_PROJECT].map(async (slug) => {
        const { body } = await sendRequest<{ error: { message: string } }>('GET', projectPath('/loggs', slug));
        return body.error.message.replace(slug, 'SLUG');
      }),
    );
    expect(new Set(messages).size).toBe(1);
  });

  it('an unsupported method is reported with all methods of the path, in the message and in Allow', async () => {
    const { sendRequest } = await openService();
    for (const slug of [OWN_PROJECT, FOREIGN_PROJECT, UNKNOWN_PROJECT]) {
      const response = await sendRequest<{ error: { message: string } }>('PATCH', projectPath('/context/ctx_0', slug));
      expect(response).toMatchObject(errorBody(405, 'method_not_allowed'));
      expect(response.headers.get('allow')).toBe('GET, HEAD, PUT, DELETE');
      expect(response.body.error.message).toBe(
        `PATCH is not allowed for ${projectPath('/context/ctx_0', slug)}; allowed: GET, HEAD, PUT, DELETE`,
      );
    }
  });
});
