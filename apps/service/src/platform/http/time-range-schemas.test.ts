import { describe, expect, it } from 'vitest';
import { errorBody, LOG, openService, projectPath, type TestResponse } from '../../testing/service.fixture.ts';

interface Parameter {
  readonly name: string;
}
interface Refused {
  readonly error: { readonly message: string };
}

const INVALID_TIMES = [
  'yesterday',
  '2026-03-01',
  '2026-03-01T10:00:00',
  '2026-02-31T00:00:00Z',
  '2026-02-30T00:00:00+01:00',
  '2025-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-03-01T25:00:00Z',
  '2026-03-01T10:60:00Z',
  '+010000-01-01T00:00:00Z',
  '-24H',
  '-1w',
  '+1d',
  '--1d',
  '-1.5h',
  ' -1d',
  '1764000000',
];
const VALID_TIMES = [
  '2026-03-01T10:00:00Z',
  '2026-03-01T10:00Z',
  '2026-03-01T10:00:00.123456Z',
  '2026-03-01T10:00:00+05:30',
  '2024-02-29T00:00:00Z',
  '-30m',
  '-24h',
  '-7d',
  '-0m',
];

/** Creates the app with one log, and lists the operations with a time range in the query. */
async function open() {
  const service = await openService();
  await service.create(LOG, projectPath('/logs'));
  const hint = await service.create(
    { title: 'T', match: { status: 404 }, steps: [{ do: 'call', text: 'Call' }] },
    projectPath('/recovery/hints'),
  );
  const userId = await service.foldedUser();
  const { body } = await service.sendRequest<{
    paths: Record<string, { get?: { parameters?: readonly Parameter[] } }>;
  }>('GET', '/openapi.json');
  const [endpoint] = await service.rows('SELECT id FROM endpoints');
  const paths = Object.entries(body.paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name }) => name === 'since')
      ? [
          path
            .replace('{slug}', 'octo-api')
            .replace('{hintId}', hint.id)
            .replace('{userId}', userId)
            .replace('{endpointId}', String(endpoint?.id)),
        ]
      : [],
  );
  const get = (path: string, query: Record<string, string>): Promise<TestResponse<Refused>> =>
    service.sendRequest<Refused>('GET', `${path}?${new URLSearchParams(query)}`);
  return { ...service, paths, get };
}

describe('times in queries', () => {
  it('times in queries have the same syntax in all operations, and the error for an invalid time contains the rule and the value', async () => {
    const { paths, get } = await open();
    expect(paths.length).toBeGreaterThanOrEqual(10);
    for (const path of paths) {
      for (const time of VALID_TIMES) {
        const { status, body } = await get(path, { since: time, until: '2026-11-25T00:00:00Z' });
        expect(
          status === 200 || /^query\.since: must be before until/.test(body.error.message),
          `${path} ${time}`,
        ).toBe(true);
      }
      for (const name of ['since', 'until'])
        for (const time of INVALID_TIMES) {
          const response = await get(path, { [name]: time });
          expect(response, `${path} ${time}`).toMatchObject(errorBody(400, 'invalid_request'));
          expect(response.body.error.message).toBe(
            `query.${name}: must be a time with an offset, such as 2026-03-01T10:00:00Z, or relative, such as -30m, -24h or -7d (got ${JSON.stringify(time)})`,
          );
        }
    }
  });

  it('the range of two times in a query must not end before it starts', async () => {
    const { paths, get } = await open();
    for (const path of paths)
      for (const [since, until] of [
        ['-24h', '-48h'],
        ['2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'],
        ['2026-03-01T10:00:00-05:00', '2026-03-01T10:00:00+05:00'],
      ] as const) {
        const response = await get(path, { since, until });
        expect(response, `${path} ${since}`).toMatchObject(errorBody(400, 'invalid_request'));
        expect(response.body.error.message).toMatch(/^query\.since: must be before until: the range /);
      }
  });

  it('times in responses are in the years 1 to 9999', async () => {
    const { paths, get } = await open();
    for (const path of paths)
      for (const bounds of [
        { since: '9999-12-01T00:00:00Z', until: '9999-12-31T23:59:59Z' },
        { since: '9999-12-31T23:00:00Z', until: '9999-12-31T23:59:59-11:00' },
        { since: '-999999d', until: '0001-01-02T00:00:00Z' },
        { since: '0000-01-01T00:00:00Z', until: '0001-01-02T00:00:00Z' },
      ]) {
        const { status, body } = await get(path, bounds);
        expect(status, `${path} ${JSON.stringify(body)}`).toBe(200);
        expect(JSON.stringify(body)).not.toMatch(/"[+-]\d{6}-|"0000-/);
      }
  });
});

it('a page of logs since a relative time has a cursor that is valid for the next page', async () => {
  const { sendRequest, create } = await openService();
  for (let minute = 0; minute < 3; minute += 1)
    await create({ ...LOG, timestamp: new Date(Date.now() - minute * 60_000).toISOString() }, projectPath('/logs'));
  const ids: string[] = [];
  let cursor = '';
  for (let page = 0; page < 3; page += 1) {
    const path = projectPath(`/logs?since=-1h&limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`);
    const { body } = await sendRequest<{ logs: { id: string }[]; next: string | null }>('GET', path);
    ids.push(...body.logs.map(({ id }) => id));
    cursor = body.next ?? '';
  }
  expect(new Set(ids).size).toBe(3);
  const other = await sendRequest('GET', projectPath(`/logs?since=-2h&cursor=${cursor || 'x'}`));
  expect(other).toMatchObject(errorBody(400, 'invalid_request'));
});
