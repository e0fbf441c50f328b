import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { selectSoakCases } from '@context-sync/test-tier';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OTHER_ROUTE } from '../../../areas/logs/endpoint-name.ts';
import type { NewLogRecord } from '../../../areas/logs/store.ts';
import { OTHER_CLIENTS } from '../../../areas/mcp/store.ts';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import { ANN, errorBody, HINT, LOG, openService, projectPath } from '../../../testing/service.fixture.ts';
import { throttleCounts } from '../../observe/throttled-counts.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { TokenBuckets } from '../../rate-limit/token-buckets.ts';
import { getDayOfMinute, getMinute } from '../../time/minutes.ts';
import { getSegments } from '../../time/time-range.ts';
import { NAME_LIMITS } from '../name-limits.ts';
import { skipWithOwnClock } from './database.fixture.ts';

const EVER = { from: getMinute('2020-01-01T00:00:00Z'), to: getMinute('2030-01-01T00:00:00Z') };
const SUCCESS: NewLogRecord = { ...LOG, status: 200, errorCode: null, groupEmail: null, request: null, response: null };
/** Number of names beyond a limit. */
const EXTRA = 30;

async function open() {
  const service = await openService();
  const id = await service.projectId();
  const add = async (logs: readonly NewLogRecord[]) => {
    for (let at = 0; at < logs.length; at += 1_000) await service.store.logs.addAll(id, logs.slice(at, at + 1_000));
    await foldTraffic(service.store);
  };
  /** Adds logs whose names fill a limited list. */
  const flood = (count: number, create: (index: number) => Partial<NewLogRecord>) =>
    add(Array.from({ length: count }, (_, index) => ({ ...SUCCESS, ...create(index) })));
  const readRequests = async (route: string) =>
    (await service.store.traffic.byEndpoint(id, getSegments(EVER), {})).find((each) => each.route === route)?.n;
  const readErrors = async (errorCode: string) =>
    (await service.store.traffic.errors(id, EVER)).find((each) => each.errorCode === errorCode)?.n;
  return { ...service, id, add, flood, readRequests, readErrors };
}

type Opened = Awaited<ReturnType<typeof open>>;

/** Checks that a frequently used endpoint is counted separately, although other endpoints have reached the limit of their source. */
async function checkEndpoints(
  { flood, add, readRequests }: Opened,
  source: 'documented' | 'sent' | 'inferred',
  limit: number,
) {
  await flood(limit + EXTRA, (index) => ({ route: `/flood/${index}`, routeSource: source }));
  expect(await readRequests(OTHER_ROUTE)).toBe(EXTRA);
  await add(Array.from({ length: 3 }, () => ({ ...SUCCESS, route: '/used', routeSource: source })));
  expect(await readRequests('/used')).toBe(3);
}

async function checkErrors({ flood, add, readErrors }: Opened, source: 'sent' | 'inferred', limit: number) {
  const errors = { status: 422, route: '/orders', routeSource: source } as const;
  await flood(limit + EXTRA, (index) => ({ ...errors, errorCode: `flood_${index}` }));
  expect(await readErrors(OTHER_ROUTE)).toBe(EXTRA);
  await add(Array.from({ length: 3 }, () => ({ ...SUCCESS, ...errors, errorCode: 'used' })));
  expect(await readErrors('used')).toBe(3);
}

/** For each limit, a check that fills the list first, and then uses a name that is not on the list. */
const CHECKS: Readonly<Record<keyof typeof NAME_LIMITS, (service: Opened) => Promise<void>>> = {
  documentedEndpoints: (service) => checkEndpoints(service, 'documented', NAME_LIMITS.documentedEndpoints),
  sentEndpoints: (service) => checkEndpoints(service, 'sent', NAME_LIMITS.sentEndpoints),
  inferredEndpoints: (service) => checkEndpoints(service, 'inferred', NAME_LIMITS.inferredEndpoints),
  async environments({ store, id, flood, add }) {
    const read = async (environment: string) =>
      [...(await store.traffic.totals(id, getSegments(EVER), { environment })).values()][0]?.n;
    await flood(NAME_LIMITS.environments + EXTRA, (index) => ({ environment: `flood${index}` }));
    expect(await read(OTHER_ROUTE)).toBe(EXTRA);
    await add([{ ...SUCCESS, environment: 'staging' }]);
    expect(await read('staging')).toBe(1);
  },
  knownErrorsPerDay: (service) => checkErrors(service, 'sent', NAME_LIMITS.knownErrorsPerDay),
  otherErrorsPerDay: (service) => checkErrors(service, 'inferred', NAME_LIMITS.otherErrorsPerDay),
  async spellings({ store, id, add }) {
    const spell = (index: number) => `${ANN.slice(0, index)}${ANN.slice(index).toUpperCase()}`;
    for (let index = 0; index < NAME_LIMITS.spellings + 2; index += 1) {
      await add([{ ...SUCCESS, groupEmail: spell(index) }]);
    }
    await add([{ ...SUCCESS, groupEmail: 'Ann@Example.com' }]);
    const { spellings = [] } = (await store.users.get(id, getUserId(id, ANN))) ?? {};
    expect(spellings).toHaveLength(NAME_LIMITS.spellings);
    expect(spellings).toContain('Ann@Example.com');
  },
  async hints({ store, id, sendRequest }) {
    const input = hintInput.parse(HINT);
    for (let index = 0; index < NAME_LIMITS.hints; index += 1) await store.hints.create(id, input, `flood ${index}`);
    // Only a full key can create hints. The error contains the limit, and after a hint is deleted, another one can be created.
    const create = () => sendRequest('POST', projectPath('/recovery/hints'), { json: HINT });
    const refusedResponse = await create();
    expect(refusedResponse).toMatchObject(errorBody(409, 'conflict'));
    expect(JSON.stringify(refusedResponse.body)).toContain(`${NAME_LIMITS.hints} hints, which is the maximum`);
    const [first] = await store.hints.all(id);
    await sendRequest('DELETE', projectPath(`/recovery/hints/${first?.id}`));
    expect((await create()).status).toBe(201);
  },
  async mcpClientsPerDay({ store, id }) {
    const day = getDayOfMinute(getMinute('2026-11-02T00:00:00Z'));
    const call = (client: string, calls = 1) => ({ day, tool: 'get_metrics', client, calls, errors: 0, durationMs: 1 });
    const limit = NAME_LIMITS.mcpClientsPerDay;
    await store.mcpTools.addCounts(
      id,
      Array.from({ length: limit + EXTRA }, (_, index) => call(`flood ${index}`)),
    );
    await store.mcpTools.addCounts(id, [call('used', 3)]);
    const counts = await store.mcpTools.counts(id, day);
    expect(counts.find(({ client }) => client === 'used')?.calls).toBe(3);
    expect(counts.find(({ client }) => client === OTHER_CLIENTS)?.calls).toBe(EXTRA + 1);
    expect(counts).toHaveLength(limit + 1);
  },
  async rateLimitedNames() {
    let seconds = 0;
    const buckets = new TokenBuckets({ requests: 2, window: 60 }, { now: () => seconds });
    const grants = (name: string) => [1, 2, 3].map(() => buckets.take(name).granted);
    buckets.take('known');
    for (let index = 0; index < NAME_LIMITS.rateLimitedNames + EXTRA; index += 1) buckets.take(`flood${index}`);
    // Both names take over the least recently used buckets, with their remaining tokens.
    expect(grants('known')).toEqual([true, false, false]);
    expect(grants('late')).toEqual([true, false, false]);
    seconds = 60;
    expect(grants('late')).toEqual([true, true, false]);
  },
  async loggedNames() {
    vi.useFakeTimers();
    const lines: string[][] = [];
    const { report, close } = throttleCounts<string>(
      (name) => name,
      'others',
      (counted) => lines.push([...counted.keys()]),
    );
    for (let index = 0; index < NAME_LIMITS.loggedNames + EXTRA; index += 1) report(`flood${index}`);
    vi.advanceTimersByTime(1_000);
    report('late');
    close();
    // Each line of the log starts an empty list.
    expect(lines.map((names) => names.length)).toEqual([1, NAME_LIMITS.loggedNames + 1, 1]);
    expect(lines.at(-1)).toEqual(['late']);
  },
};

/** Size comparisons in the code that are not limits for names from clients. */
const OTHER_COMPARISONS = [
  // The calling function passes one of the limits.
  'holders.size <= places',
  'this.#buckets.size < this.#maxNames',
  // This cache removes its oldest entries before it adds one.
  'this.#catalogs.size < MAX_CACHED_CATALOGS',
  // The statements are part of the service.
  'numberedStatements.size < 1_000',
  // The map contains the letters of one search.
  'trigrams.size < MAX_TRIGRAMS',
  // The sets contain the threads of the store, and the requests that wait for them.
  'reader.reads.size >= MAX_QUICK_READS',
  'this.#readers.size < threads',
  'this.#pending.size >= this.#maxWaiting',
  // The map contains the calls of five seconds, which are then written.
  'this.#counts.size >= MAX_COUNTS',
  'this.#counts.size >= 2 * MAX_COUNTS',
  // The list contains the projects of one key.
  'listDisabled(tool).size < projects.length',
];

const LIMITS = Object.keys(NAME_LIMITS) as (keyof typeof NAME_LIMITS)[];

afterEach(() => void vi.useRealTimers());

describe('the limits of names', () => {
  // The list of documented endpoints is the longest, and uses the same code as the other lists.
  it.each([
    ...LIMITS.filter((name) => name !== 'documentedEndpoints'),
    ...selectSoakCases('documentedEndpoints' as const),
  ])(
    'after other names have reached the limit, a used name is still counted separately or gets an error that states the limit: %s',
    async (name) => {
      expect(CHECKS).toHaveProperty(name);
      await CHECKS[name](await open());
    },
  );

  it('every limited list of names is covered by the tests of this file, or is a cache that evicts names', () => {
    const folder = join(import.meta.dirname, '../../..');
    const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !/\.(test|fixture)\.ts$/.test(file));
    const comparisons = files.flatMap((file) =>
      readFileSync(join(folder, file), 'utf8')
        .split('\n')
        .filter((line) => /\.size (>=?|<=?) (?!0\b)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
    const isListed = (line: string) =>
      /NAME_LIMITS\.|\.(clear|delete)\(/.test(line) || OTHER_COMPARISONS.some((each) => line.includes(each));
    expect(comparisons.length).toBeGreaterThan(5);
    expect(comparisons.filter((line) => !isListed(line))).toEqual([]);
  });

  it('invented paths, environments and error codes never displace names of known endpoints, and every request is counted', async () => {
    const { store, id, add, flood, readRequests, readErrors } = await open();
    const knownEndpoints = [
      { route: '/documented', routeSource: 'documented', status: 200 },
      { route: '/sent', routeSource: 'sent', status: 422, errorCode: 'invalid_order' },
    ] as const;
    await add(knownEndpoints.map((each) => ({ ...SUCCESS, ...each })));
    for (let round = 0; round < 2; round += 1) {
      await flood(NAME_LIMITS.inferredEndpoints + EXTRA, (index) => ({
        route: `/invented/${round}/${index}`,
        routeSource: 'inferred',
        // The first new names are used as often as the known names, which were added earlier.
        status: round === 0 || index % 2 === 0 ? 200 : 401,
        durationMs: index,
        errorCode: `invented_${index}`,
      }));
      const [total] = [...(await store.traffic.totals(id, getSegments(EVER), {})).values()];
      const endpoints = await store.traffic.byEndpoint(id, getSegments(EVER), {});
      for (const column of ['n', 'c2', 'c3', 'c4', 'c5'] as const) {
        expect(endpoints.reduce((sum, each) => sum + each[column], 0)).toBe(total?.[column]);
      }
      const durations = await store.traffic.durations(id, getSegments(EVER), {}, endpoints);
      expect(durations.reduce((sum, { timed }) => sum + timed, 0)).toBe(total?.durations.timed);
      const errors = (await store.traffic.errors(id, EVER)).reduce((sum, { n }) => sum + n, 0);
      expect(errors).toBe((total?.c4 ?? 0) + (total?.c5 ?? 0));
      expect(endpoints.length).toBeLessThanOrEqual(NAME_LIMITS.inferredEndpoints + knownEndpoints.length + 1);
    }
    await add(knownEndpoints.map((each) => ({ ...SUCCESS, ...each })));
    expect(await readRequests('/documented')).toBe(2);
    expect(await readRequests('/sent')).toBe(2);
    expect(await readErrors('invalid_order')).toBe(2);
  });

  it('paths without a successful response displace no endpoint, however often they are requested', async () => {
    const { store, id, flood } = await open();
    const readRoutes = async () =>
      (await store.traffic.endpoints(id)).map(({ route }) => route).filter((route) => route !== OTHER_ROUTE);
    await flood(NAME_LIMITS.inferredEndpoints, (index) => ({ route: `/real/${index}`, routeSource: 'inferred' }));
    const before = await readRoutes();
    expect(before).toHaveLength(NAME_LIMITS.inferredEndpoints);
    await flood(300, (index) => ({ route: `/invented/${index % 30}`, routeSource: 'inferred', status: 401 }));
    expect(await readRoutes()).toEqual(before);
  });

  it('endpoints that have not been requested for some weeks are evicted', async (context) => {
    skipWithOwnClock(context);
    const { add, flood, readRequests, store, id } = await open();
    const week = 604_800_000;
    vi.useFakeTimers({ toFake: ['Date'] });
    await flood(3 * NAME_LIMITS.sentEndpoints, (index) => ({
      route: `/old/${index % NAME_LIMITS.sentEndpoints}`,
      routeSource: 'sent',
    }));
    const addOne = () => add([{ ...SUCCESS, route: '/new', routeSource: 'sent' }]);
    await addOne();
    expect(await readRequests('/new')).toBeUndefined();
    for (let weeks = 0; weeks < 2; weeks += 1) {
      vi.advanceTimersByTime(week);
      await addOne();
    }
    expect(await readRequests('/new')).toBe(2);
    const [total] = [...(await store.traffic.totals(id, getSegments(EVER), {})).values()];
    expect(total?.n).toBe(3 * NAME_LIMITS.sentEndpoints + 3);
  });
});
