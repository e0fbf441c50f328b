import { describe, expect, it } from 'vitest';
import { errorBody, LOG, openService, projectPath } from '../../testing/service.fixture.ts';
import type { Log } from './routes.fixture.ts';

describe('POST /logs', () => {
  it('the response to a new log equals the response of a later read', async () => {
    const { sendRequest } = await openService();
    const { status, headers, body } = await sendRequest<Log>('POST', projectPath('/logs'), { json: LOG });
    expect(status).toBe(201);
    expect(body).toEqual({ ...LOG, id: expect.stringMatching(/^log_[0-9a-f]{24}$/) });
    const location = headers.get('location') ?? '';
    expect(location).toBe(projectPath(`/logs/${body.id}`));
    expect(await sendRequest('GET', location)).toMatchObject({ status: 200, body });
  });

  it('a new log has default values and a normalized method and timestamp', async () => {
    const { sendRequest } = await openService();
    const json = { status: 200, method: 'get', url: '/pets', timestamp: '2026-03-01T12:00:00+02:00' };
    const { body } = await sendRequest<Log>('POST', projectPath('/logs'), { json });
    expect(body).toEqual({
      id: body.id,
      status: 200,
      method: 'GET',
      url: '/pets',
      groupEmail: null,
      timestamp: '2026-03-01T10:00:00.000Z',
      durationMs: null,
      route: '/pets',
      userAgent: null,
      errorCode: null,
      environment: 'production',
      traceId: null,
      recoveryHintId: null,
      request: null,
      response: null,
    });
    expect((await sendRequest('GET', projectPath(`/logs/${body.id}`))).body).toEqual(body);
  });

  it.each([
    ['route', '/users/ann@example.com/pets', '/users/{id}/pets'],
    ['route', '/users/ann%40example.com', '/users/{id}'],
    ['route', '/users/:id@:host/left@1.2.3', '/users/{id}@:host/left@1.2.3'],
    ['errorCode', 'no_user:Ann@example.com', 'no_user:{email}'],
    ['errorCode', 'rate@limit', 'rate@limit'],
    ['environment', 'dev-ann@example.com', '{email}'],
    ['userAgent', 'bot/1.0 (ann@example.com)', 'bot/1.0 (ann@example.com)'],
  ])('a log whose %s is %s is stored with %s', async (name, value, storedText) => {
    const { sendRequest } = await openService();
    const { body } = await sendRequest<Log>('POST', projectPath('/logs'), { json: { ...LOG, [name]: value } });
    expect(body).toMatchObject({ [name]: storedText });
  });

  it.each([
    ['status', 99],
    ['status', 600],
    ['status', '200'],
    ['method', ''],
    ['url', ''],
    ['url', undefined],
    ['groupEmail', 1],
    ['timestamp', 'now'],
    ['timestamp', undefined],
    ['durationMs', -1],
    ['durationMs', '12'],
    ['environment', ''],
    ['errorCode', 'x'.repeat(129)],
    ['latencyMs', 12],
  ])('rejects a log whose %s has the value %j', async (name, value) => {
    const { sendRequest, count } = await openService();
    const json = { ...LOG, [name]: value };
    const response = await sendRequest<{ error: { message: string } }>('POST', projectPath('/logs'), { json });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(name);
    expect(await count('logs')).toBe(0);
  });
});
