import { describe, expect, it } from 'vitest';
import { at, openService, refusal, rowsOf, SOURCE } from '../service.fixture.ts';

type Source = typeof SOURCE & { id: string; createdAt: string };
const { provider: _provider, siteUrl: _siteUrl, ...REQUIRED } = SOURCE;

describe('connecting a data source', () => {
  it.each([
    ['all its fields', SOURCE],
    ['the required fields alone', REQUIRED],
  ])('stores and shows %s', async (_name, json) => {
    const { ask, file, projectId } = await openService();
    const { status, headers, body } = await ask<Source>('POST', at('/data-sources'), { json });
    expect(status).toBe(201);
    expect(body).toEqual({ ...json, id: expect.stringMatching(/^src_[0-9a-f]{24}$/), createdAt: expect.any(String) });
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
    expect(headers.get('location')).toBe(at(`/data-sources/${body.id}`));
    const [row] = rowsOf(file, 'SELECT id, project_id, input FROM data_sources');
    expect(row).toEqual({ id: body.id, project_id: projectId(), input: JSON.stringify(json) });
  });

  it.each(Object.keys(REQUIRED))('needs %s', async (name) => {
    const { ask, count } = await openService();
    const json = Object.fromEntries(Object.entries(SOURCE).filter(([each]) => each !== name));
    const answer = await ask<{ error: { message: string } }>('POST', at('/data-sources'), { json });
    expect(answer).toMatchObject(refusal(400, 'invalid_request'));
    expect(answer.body.error.message).toContain(name);
    expect(count('data_sources')).toBe(0);
  });

  it.each([
    ['installationId', '42'],
    ['installationId', 4.2],
    ['installationId', null],
    ['installationId', 2 ** 53],
    ['owner', 1],
    ['repo', null],
    ['branch', ['main']],
    ['category', true],
    ['provider', null],
    ['siteUrl', {}],
  ])('does not take %s %j', async (name, value) => {
    const { ask, count } = await openService();
    const json = { ...SOURCE, [name]: value };
    const answer = await ask<{ error: { message: string } }>('POST', at('/data-sources'), { json });
    expect(answer).toMatchObject(refusal(400, 'invalid_request'));
    expect(answer.body.error.message).toContain(name);
    expect(count('data_sources')).toBe(0);
  });
});
