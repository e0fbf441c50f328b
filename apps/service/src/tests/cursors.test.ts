import { describe, expect, it } from 'vitest';
import { LOG, openService, projectPath, SOURCE, type TestApp } from '../testing/service.fixture.ts';

type Place = readonly (string | number)[];

/**
 * Creates a list of two entries. Returns the position in the cursor of the first page, and a function that requests the page after another position.
 */
async function openList(path: string, add: (service: TestApp, entry: number) => Promise<unknown>) {
  const service = await openService();
  for (const entry of [1, 2]) await add(service, entry);
  const first = await service.sendRequest<{ next: string }>('GET', projectPath(`${path}?limit=1`));
  const [list, place] = JSON.parse(Buffer.from(first.body.next, 'base64url').toString()) as [string, Place];
  const requestPage = (changed: Place) => {
    const cursor = Buffer.from(JSON.stringify([list, changed])).toString('base64url');
    return service.sendRequest<{ next: string | null }>('GET', projectPath(`${path}?limit=1&cursor=${cursor}`));
  };
  return { place, from: requestPage };
}

const TIMES = [
  '0000-01-01T00:00:00Z',
  '0000-01-01T00:00:00.000Z',
  '2026-03-01T10:00:00Z',
  '2026-03-01T10:00:00.000000Z',
  '2026-02-30T10:00:00.000Z',
  '+010000-01-01T00:00:00.000Z',
  '-000001-01-01T00:00:00.000Z',
  '2026-03-01T10:00:00.000+02:00',
  'infinity',
  'now',
  '',
];
const NUMBERS = [0, -1, 1.5, 1e300, '1', '1; DROP TABLE logs'];
const IDS = ['', ' ', 'src_\u0000', 'src_\ud800', "src_' OR 1=1 --", 1];

const LISTS = [
  {
    path: '/logs',
    add: ({ sendRequest }: TestApp) => sendRequest('POST', projectPath('/logs'), { json: LOG }),
    tampered: ([time, number]: Place) => [
      ...TIMES.map((each) => [each, number]),
      ...NUMBERS.map((each) => [time, each]),
      [time],
      [number, time],
    ],
  },
  {
    path: '/data-sources',
    add: ({ sendRequest }: TestApp, entry: number) =>
      sendRequest('POST', projectPath('/data-sources'), { json: { ...SOURCE, repo: `api-${entry}` } }),
    tampered: ([time, id]: Place) => [...TIMES.map((each) => [each, id]), ...IDS.map((each) => [time, each])],
  },
  {
    path: '/audit',
    add: ({ sendRequest }: TestApp) => sendRequest('GET', projectPath('/logs/log_0')),
    tampered: () => NUMBERS.map((each) => [each]),
  },
];

describe('cursors', () => {
  it.each(LISTS)('the list at $path rejects a cursor with a modified position', async ({ path, add, tampered }) => {
    const { place, from } = await openList(path, add);
    expect(await from(place)).toMatchObject({ status: 200, body: { next: null } });
    for (const changedValues of tampered(place)) {
      expect(await from(changedValues as Place), JSON.stringify(changedValues)).toMatchObject({
        status: 400,
        body: {
          error: {
            code: 'invalid_request',
            message: 'query.cursor: invalid cursor for this list: omit it to start from the beginning',
          },
        },
      });
    }
  });
});
