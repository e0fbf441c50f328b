import { describe, expect, it } from 'vitest';
import {
  errorBody,
  FOREIGN_PROJECT,
  openService,
  projectPath,
  SECOND_PROJECT,
  SOURCE,
} from '../../testing/service.fixture.ts';

type Source = typeof SOURCE & { id: string; createdAt: string };
const { provider: _provider, siteUrl: _siteUrl, ...REQUIRED } = SOURCE;

describe('POST /data-sources', () => {
  it.each([
    ['all its fields', SOURCE],
    ['only the required fields', REQUIRED],
  ])('stores and returns a data source with %s', async (_name, json) => {
    const { sendRequest, rows, projectId } = await openService();
    const { status, headers, body } = await sendRequest<Source>('POST', projectPath('/data-sources'), { json });
    expect(status).toBe(201);
    expect(body).toEqual({ ...json, id: expect.stringMatching(/^src_[0-9a-f]{24}$/), createdAt: expect.any(String) });
    expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
    expect(headers.get('location')).toBe(projectPath(`/data-sources/${body.id}`));
    const [row] = await rows('SELECT id, project_id, input FROM data_sources');
    expect(row).toEqual({ id: body.id, project_id: await projectId(), input: JSON.stringify(json) });
  });

  it.each(Object.keys(REQUIRED))('rejects a data source without the property %s', async (name) => {
    const { sendRequest, count } = await openService();
    const json = Object.fromEntries(Object.entries(SOURCE).filter(([each]) => each !== name));
    const response = await sendRequest<{ error: { message: string } }>('POST', projectPath('/data-sources'), { json });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(name);
    expect(await count('data_sources')).toBe(0);
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
  ])('rejects a data source whose %s has the value %j', async (name, value) => {
    const { sendRequest, count } = await openService();
    const json = { ...SOURCE, [name]: value };
    const response = await sendRequest<{ error: { message: string } }>('POST', projectPath('/data-sources'), { json });
    expect(response).toMatchObject(errorBody(400, 'invalid_request'));
    expect(response.body.error.message).toContain(name);
    expect(await count('data_sources')).toBe(0);
  });
});

describe('POST /data-sources for a connected repository', () => {
  it('connecting a repository again returns the existing data source, with and without an Idempotency-Key', async () => {
    const { sendRequest, count } = await openService();
    const first = await sendRequest<Source>('POST', projectPath('/data-sources'), { json: SOURCE });
    const headers = { 'idempotency-key': 'k' };
    for (const sent of [{}, { headers }, { headers }]) {
      const againResponse = await sendRequest<Source>('POST', projectPath('/data-sources'), { json: SOURCE, ...sent });
      expect([againResponse.status, againResponse.body]).toEqual([201, first.body]);
      expect(againResponse.headers.get('idempotent-replayed')).toBe('true');
      expect(againResponse.headers.get('location')).toBe(first.headers.get('location'));
    }
    expect(await count('data_sources')).toBe(1);
  });

  it.each([
    ['siteUrl', 'https://other.example.com', `has "${SOURCE.siteUrl}"`],
    ['siteUrl', undefined, `has "${SOURCE.siteUrl}"`],
    ['installationId', 43, 'has 42'],
    ['provider', undefined, 'has "github"'],
    ['owner', 'OCTO', 'has "octo"'],
    ['repo', 'Api', 'has "api"'],
  ])(
    'connecting a repository again with a different %s (%j) returns 409 and keeps the data source',
    async (name, value, has) => {
      const { sendRequest } = await openService();
      const first = await sendRequest<Source>('POST', projectPath('/data-sources'), { json: SOURCE });
      const response = await sendRequest<{ error: { message: string } }>('POST', projectPath('/data-sources'), {
        json: { ...SOURCE, [name]: value },
      });
      expect(response).toMatchObject(errorBody(409, 'conflict'));
      expect(response.body.error).toMatchObject({
        message: expect.stringContaining(
          `octo/api on branch main is already connected in the category docs as ${first.body.id}`,
        ),
        details: [{ where: `body.${name}`, message: `${first.body.id} ${has}` }],
      });
      expect((await sendRequest('GET', projectPath('/data-sources'))).body).toEqual({
        dataSources: [first.body],
        next: null,
      });
    },
  );

  it('connecting a repository again returns 409 if only the new request contains a provider', async () => {
    const { sendRequest } = await openService();
    await sendRequest('POST', projectPath('/data-sources'), { json: REQUIRED });
    const response = await sendRequest<{ error: object }>('POST', projectPath('/data-sources'), {
      json: { ...REQUIRED, provider: 'x' },
    });
    expect(response).toMatchObject(errorBody(409, 'conflict'));
    expect(response.body.error).toMatchObject({ details: [{ message: expect.stringContaining('has no value') }] });
  });

  it('a request for a conflicting data source does not use up its Idempotency-Key', async () => {
    const { sendRequest } = await openService();
    const { body } = await sendRequest<Source>('POST', projectPath('/data-sources'), { json: SOURCE });
    const request = { json: { ...SOURCE, provider: 'gitlab' }, headers: { 'idempotency-key': 'k' } };
    expect((await sendRequest('POST', projectPath('/data-sources'), request)).status).toBe(409);
    await sendRequest('DELETE', projectPath(`/data-sources/${body.id}`));
    expect((await sendRequest('POST', projectPath('/data-sources'), request)).status).toBe(201);
  });

  it.each([
    ['another branch', { branch: 'Main' }],
    ['another owner', { owner: 'octo-org' }],
    ['another repository', { repo: 'api.js' }],
    ['another category', { category: 'sdk' }],
  ])('a repository can also be connected for %s or for another project', async (_name, other) => {
    const { sendRequest, count } = await openService();
    expect((await sendRequest('POST', projectPath('/data-sources'), { json: SOURCE })).status).toBe(201);
    expect((await sendRequest('POST', projectPath('/data-sources'), { json: { ...SOURCE, ...other } })).status).toBe(
      201,
    );
    expect((await sendRequest('POST', projectPath('/data-sources', SECOND_PROJECT), { json: SOURCE })).status).toBe(
      201,
    );
    expect(await count('data_sources')).toBe(3);
  });

  it('a repository can be connected again after its data source was deleted', async () => {
    const { sendRequest } = await openService();
    const first = await sendRequest<Source>('POST', projectPath('/data-sources'), { json: SOURCE });
    await sendRequest('DELETE', projectPath(`/data-sources/${first.body.id}`));
    const second = await sendRequest<Source>('POST', projectPath('/data-sources'), { json: SOURCE });
    expect(second.status).toBe(201);
    expect(second.body.id).not.toBe(first.body.id);
  });

  it('concurrent requests for one repository create only one data source', async () => {
    const { sendRequest, count } = await openService();
    const operationResponses = await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        sendRequest<Source>('POST', projectPath('/data-sources'), {
          json: SOURCE,
          headers: number % 2 === 0 ? {} : { 'idempotency-key': `k${number}` },
        }),
      ),
    );
    expect(new Set(operationResponses.map(({ status }) => status))).toEqual(new Set([201]));
    expect(operationResponses.filter(({ headers }) => headers.get('idempotent-replayed') === null)).toHaveLength(1);
    expect(new Set(operationResponses.map(({ body }) => body.id)).size).toBe(1);
    expect(await count('data_sources')).toBe(1);
  });
});

describe('/data-sources', () => {
  interface ListPage {
    readonly dataSources: Source[];
    readonly next: string | null;
  }

  async function openWith(count: number) {
    const service = await openService();
    const sources: Source[] = [];
    for (let number = 0; number < count; number += 1) {
      const json = { ...SOURCE, branch: `b${number}` };
      sources.push((await service.sendRequest<Source>('POST', projectPath('/data-sources'), { json })).body);
    }
    // Two data sources can be connected in the same millisecond, and the clock can be set back. The expected order therefore uses the stored times
    // and the ids.
    const getKey = ({ createdAt, id }: Source) => `${createdAt} ${id}`;
    sources.sort((one, other) => (getKey(one) < getKey(other) ? -1 : 1));
    return { ...service, sources };
  }

  it('GET /data-sources lists data sources in pages, oldest first', async () => {
    const { sendRequest, sources } = await openWith(5);
    expect((await sendRequest<ListPage>('GET', projectPath('/data-sources'))).body).toEqual({
      dataSources: sources,
      next: null,
    });
    const foundSources: Source[] = [];
    let cursor = '';
    do {
      const { body } = await sendRequest<ListPage>('GET', projectPath(`/data-sources?limit=2${cursor}`));
      expect(body.dataSources.length).toBeLessThanOrEqual(2);
      foundSources.push(...body.dataSources);
      cursor = body.next === null ? '' : `&cursor=${body.next}`;
    } while (cursor !== '');
    expect(foundSources).toEqual(sources);
  });

  it('a data source is accessible only in its own project', async () => {
    const { sendRequest, keys, sources } = await openWith(1);
    expect((await sendRequest('GET', projectPath('/data-sources', SECOND_PROJECT))).body).toEqual({
      dataSources: [],
      next: null,
    });
    const innerPath = `/data-sources/${sources[0]?.id}`;
    expect(await sendRequest('GET', projectPath(innerPath, SECOND_PROJECT))).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('DELETE', projectPath(innerPath, SECOND_PROJECT))).toMatchObject(
      errorBody(404, 'not_found'),
    );
    expect(await sendRequest('DELETE', projectPath(innerPath, FOREIGN_PROJECT), { key: keys.bob })).toMatchObject(
      errorBody(404, 'not_found'),
    );
    expect((await sendRequest('GET', projectPath(innerPath))).body).toEqual(sources[0]);
  });

  it('a deleted data source is no longer listed', async () => {
    const { sendRequest, sources } = await openWith(2);
    const innerPath = projectPath(`/data-sources/${sources[0]?.id}`);
    expect(await sendRequest('DELETE', innerPath)).toMatchObject({ status: 204, body: undefined });
    expect(await sendRequest('DELETE', innerPath)).toMatchObject(errorBody(404, 'not_found'));
    expect(await sendRequest('GET', innerPath)).toMatchObject(errorBody(404, 'not_found'));
    expect((await sendRequest('GET', projectPath('/data-sources'))).body).toEqual({
      dataSources: [sources[1]],
      next: null,
    });
  });

  it.each(['limit=0', 'limit=501', 'cursor=x', 'after=x'])(
    'the list of data sources rejects the query ?%s',
    async (query) => {
      const { sendRequest } = await openService();
      const response = await sendRequest<{ error: { message: string } }>('GET', projectPath(`/data-sources?${query}`));
      expect(response).toMatchObject(errorBody(400, 'invalid_request'));
      expect(response.body.error.message).toContain(query.split('=')[0]);
    },
  );
});
