import { isHeldOut } from '@context-sync/core/recovery';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { foldTraffic } from '../../../areas/metrics/fold-traffic.ts';
import { getEffect } from '../../../areas/recovery/hint-effect.ts';
import { hintInput } from '../../../areas/recovery/store.ts';
import { HINT, LOG, populate } from '../../../testing/service.fixture.ts';
import { getUserId } from '../../personal-data/user-id.ts';
import { createProject } from './accounts.fixture.ts';
import { openTestStore } from './database.fixture.ts';
import { createRandom } from './random.fixture.ts';

/** Seed of the simulation. Another test below checks the exact share of covered effects. */
const SEED = 1;
const RUNS = selectByTier(20, 100);
const LEAST_COVERED = selectByTier(18, 93);
const AGENTS = 100;
const START = Date.UTC(2026, 5, 15);
const HOLD_OUT_PERCENT = 50;
/** Fractions of agents that recover with and without the hint. */
const RATE = 0.6;
const RATE_WITHHELD = 0.25;

describe('the effect of hints on simulated agents', () => {
  it(`the true effect of a hint lies within the estimated interval in at least ${LEAST_COVERED} of ${RUNS} runs`, async () => {
    const { store } = await openTestStore();
    const project = await createProject(store, (await populate(store)).ann);
    const random = createRandom(SEED);
    let coveredCount = 0;
    let better = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const input = { ...hintInput.parse(HINT), holdOutPercent: HOLD_OUT_PERCENT };
      const hint = await store.hints.create(project.id, input, `run ${run}`);
      if (!('id' in hint)) throw new Error('the hint already exists');
      const logs = Array.from({ length: AGENTS }, (_, agent) => {
        const groupEmail = `agent${agent}-${run}@example.com`;
        // The groups depend on the run instead of the hint's random id, so that they are the same in every execution of this test.
        const control = { id: `run ${run} ${SEED}`, version: undefined, holdOutPercent: HOLD_OUT_PERCENT };
        const withheld = isHeldOut(control, groupEmail);
        const failedLog = {
          ...LOG,
          groupEmail,
          userAgent: 'claude-code/2.1',
          timestamp: new Date(START + agent * 1_000).toISOString(),
          recoveryHintId: hint.id,
          response: { recovery: { hint: hint.id, sentIn: withheld ? [] : ['body'], withheld } },
        };
        const recovers = random() < (withheld ? RATE_WITHHELD : RATE);
        const later = new Date(START + agent * 1_000 + 60_000).toISOString();
        const succeeded = { ...failedLog, status: 200, errorCode: null, timestamp: later, recoveryHintId: null };
        return recovers ? [failedLog, succeeded] : [failedLog];
      });
      await store.logs.addAll(project.id, logs.flat());
      const counts = await store.hints.deliveries(project.id, hint.id, {
        since: new Date(START).toISOString(),
        until: new Date(START + 86_400_000).toISOString(),
        now: new Date(START + 86_400_000).toISOString(),
        agentsOnly: true,
        version: '',
        changedAt: new Date(START).toISOString(),
      });
      expect(counts.delivered + counts.withheld).toBe(AGENTS);
      const { interval, verdict } = getEffect(counts);
      const difference = RATE - RATE_WITHHELD;
      if (interval && interval.low <= difference && difference <= interval.high) coveredCount += 1;
      if (verdict === 'better') better += 1;
    }
    expect(coveredCount).toBeGreaterThanOrEqual(LEAST_COVERED);
    expect(coveredCount, 'an interval that always covers it is too wide').toBeLessThan(selectByTier(RUNS + 1, RUNS));
    expect(better).toBeGreaterThan(0.9 * RUNS);
  }, 600_000);
});

const getTime = (seconds: number) => new Date(START + seconds * 1_000).toISOString();
const DAY_SECONDS = 86_400;

async function openHint() {
  const { store } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  const hint = await store.hints.create(id, hintInput.parse(HINT), 'key');
  if (!('id' in hint)) throw new Error('the hint already exists');
  const createError = (groupEmail: string, seconds: number, report: object) => ({
    ...LOG,
    groupEmail,
    timestamp: getTime(seconds),
    recoveryHintId: hint.id,
    response: { recovery: { hint: hint.id, version: 'v1', sentIn: ['body'], withheld: false, ...report } },
  });
  const createSuccess = (groupEmail: string, seconds: number) => ({
    ...LOG,
    status: 200,
    errorCode: null,
    groupEmail,
    timestamp: getTime(seconds),
  });
  const count = async (options: { since?: number; until?: number; version?: string; changedAt?: number } = {}) => {
    const { since = 0, until = 100 * DAY_SECONDS, version = 'v1', changedAt = 0 } = options;
    return store.hints.deliveries(id, hint.id, {
      since: getTime(since),
      until: getTime(until),
      now: getTime(100 * DAY_SECONDS),
      agentsOnly: false,
      version,
      changedAt: getTime(changedAt),
    });
  };
  return { store, id, createError, createSuccess, count };
}

const WITHHELD = { withheld: true, sentIn: [], withheldFrom: ['body'] };
const NO_DELIVERIES = { delivered: 0, recovered: 0, withheld: 0, recoveredWithheld: 0, pending: 0 };

describe('counting the users of a hint', () => {
  it('each user of a hint is counted once, by their first error, over all notations of the email address and all days', async () => {
    const { store, id, createError, createSuccess, count } = await openHint();
    const days = Array.from({ length: 20 }, (_, day) => day * DAY_SECONDS);
    await store.logs.addAll(id, [
      // The logs arrive in reverse order. The first error of "ann" is the only one without a recovery.
      ...days
        .toReversed()
        .map((start, at) => createError(at % 2 === 0 ? 'Ann@Example.com ' : 'ann@example.com', start, {})),
      ...days.slice(1).map((start) => createSuccess('ann@example.com', start + 60)),
      // The first error of "bob" is the only one with a recovery.
      ...days.map((start) => createError('bob@example.com', start, WITHHELD)),
      createSuccess('BOB@example.com', 60),
    ]);
    await foldTraffic(store);
    const expected = { delivered: 1, recovered: 0, withheld: 1, recoveredWithheld: 1, pending: 0 };
    expect(await count()).toEqual(expected);
    // In a later range, the errors are no longer the first ones.
    expect(await count({ since: 1 })).toEqual(NO_DELIVERIES);
    expect(await count({ until: 1 })).toEqual(expected);
    await store.hints.resolve(id, getTime(100 * DAY_SECONDS));
    expect(await count()).toEqual(expected);
  });

  it('the effect of a hint counts deliveries of its current version, and deliveries without a version since the last change', async () => {
    const { store, id, createError, count } = await openHint();
    const noVersion = { version: undefined };
    await store.logs.addAll(id, [
      createError('a', 10, {}),
      createError('a', 20, { version: 'v2' }),
      createError('b', 20, { ...WITHHELD, version: 'v2' }),
      createError('c', 10, noVersion),
      createError('d', 30, noVersion),
      createError('e', 30, { ...noVersion, ...WITHHELD }),
      createError('f', 30, { version: 'not a version' }),
    ]);
    expect(await count({ version: 'v1', changedAt: 40 })).toMatchObject({ delivered: 1, withheld: 0 });
    expect(await count({ version: 'v2', changedAt: 20 })).toMatchObject({ delivered: 3, withheld: 2 });
    expect(await count({ version: 'v3', changedAt: 40 })).toEqual(NO_DELIVERIES);
  });

  it('a response that cannot contain the hint is counted in neither group', async () => {
    const { store, id, createError, count } = await openHint();
    await store.logs.addAll(id, [
      createError('a', 0, { sentIn: [] }),
      createError('b', 0, { ...WITHHELD, withheldFrom: [] }),
    ]);
    expect(await count()).toEqual(NO_DELIVERIES);
    await store.logs.addAll(id, [
      createError('a', 60, { sentIn: ['retry-after'] }),
      createError('b', 60, { ...WITHHELD, withheldFrom: ['link'] }),
      // Older versions of the SDK do not report from which parts of the response they withheld the hint.
      createError('c', 60, { withheld: true, sentIn: [] }),
    ]);
    expect(await count()).toMatchObject({ delivered: 1, withheld: 2 });
  });

  it.each([
    ['withheld before midnight and delivered after it', true, DAY_SECONDS - 30, DAY_SECONDS + 10],
    ['delivered before midnight and withheld after it', false, DAY_SECONDS - 30, DAY_SECONDS + 10],
    ['withheld and delivered on one day', true, 100, 140],
    ['withheld and delivered at the same time', true, 100, 100],
  ])('a user is counted in neither group if the hint was %s', async (_name, isWithheldFirst, first, second) => {
    const { store, id, createError, createSuccess, count } = await openHint();
    const noVersion = { version: undefined };
    await store.logs.addAll(id, [
      createError('a', first, { ...(isWithheldFirst ? WITHHELD : {}), ...noVersion }),
      createError('a', second, { ...(isWithheldFirst ? {} : WITHHELD), ...noVersion }),
      createSuccess('a', second + 30),
      // The second delivery to "b" is after the time in which a success counts as a recovery.
      createError('b', first, { ...WITHHELD, ...noVersion }),
      createError('b', first + 601, noVersion),
    ]);
    expect(await count()).toEqual({ ...NO_DELIVERIES, withheld: 1 });
    await store.hints.resolve(id, getTime(100 * DAY_SECONDS));
    expect(await count()).toEqual({ ...NO_DELIVERIES, withheld: 1 });
  });
});

describe('deliveries of hints', () => {
  it('a user recovers with a successful request in any notation of the email address', async () => {
    const { store, id, createError, createSuccess, count } = await openHint();
    const recoveredEmails = ['Ann@Example.com', 'bob@example.com', 'Cy@example.com', 'nul\0@example.com'];
    const failedEmails = ['Dan@example.com', 'eve@example.com', 'Nul\0"\\@example.com'];
    await store.logs.addAll(id, [
      ...[...recoveredEmails, ...failedEmails].map((user) => createError(user, 0, {})),
      createSuccess('ann@example.com', 60),
      createSuccess(' BOB@example.com ', 60),
      createSuccess('CY@EXAMPLE.COM', 600),
      createSuccess('nul\0@example.com', 60),
      createSuccess('DAN@example.com', 601),
      createSuccess('steve@example.com', 60),
    ]);
    await foldTraffic(store);
    const expected = { delivered: recoveredEmails.length + failedEmails.length, recovered: recoveredEmails.length };
    const page = { limit: 1, now: getTime(3_600) };
    expect(await count()).toMatchObject(expected);
    expect(await store.hints.listUserDeliveries(id, getUserId(id, 'ann@example.com'), page)).toMatchObject([
      { recovered: true },
    ]);
    expect(await store.hints.resolve(id, page.now)).toBe(expected.delivered);
    expect(await count()).toMatchObject(expected);
  });
});

describe('getEffect', () => {
  it.each([
    [RATE, RATE_WITHHELD, 50],
    [0.3, 0.3, 60],
    [0.9, 0.7, 200],
    [0.05, 0.02, 100],
  ])(
    'the confidence interval contains the difference of %d and %d in 95 to 99 percent of runs with %d users',
    (rate, rateWithheld, callers) => {
      const random = createRandom(1);
      const draw = (share: number) => Array.from({ length: callers }, random).filter((value) => value < share).length;
      const runs = selectByTier(2_000, 20_000);
      let coveredCount = 0;
      for (let run = 0; run < runs; run += 1) {
        const counts = {
          delivered: callers,
          recovered: draw(rate),
          withheld: callers,
          recoveredWithheld: draw(rateWithheld),
        };
        const { interval } = getEffect({ ...counts, pending: 0 });
        if (interval && interval.low <= rate - rateWithheld && rate - rateWithheld <= interval.high) coveredCount += 1;
      }
      expect(coveredCount / runs).toBeGreaterThan(0.95);
      expect(coveredCount / runs).toBeLessThan(0.99);
    },
  );

  it.each([
    // The values are those of the example in Newcombe's article (method 11): 56 of 70 and 48 of 80.
    [{ delivered: 70, recovered: 56, withheld: 80, recoveredWithheld: 48 }, 0.0428, 0.3422, 'better'],
    [{ delivered: 80, recovered: 48, withheld: 70, recoveredWithheld: 56 }, -0.3422, -0.0428, 'worse'],
    [{ delivered: 40, recovered: 0, withheld: 40, recoveredWithheld: 0 }, -0.1091, 0.1091, 'not-shown'],
    [{ delivered: 40, recovered: 40, withheld: 40, recoveredWithheld: 40 }, -0.1091, 0.1091, 'not-shown'],
  ])('for %j, getEffect returns a confidence interval from %d to %d', (counts, low, high, verdict) => {
    const effect = getEffect({ ...counts, pending: 0 });
    expect(effect.verdict).toBe(verdict);
    expect(effect.interval?.low).toBeCloseTo(low, 3);
    expect(effect.interval?.high).toBeCloseTo(high, 3);
  });

  it('getEffect returns no confidence interval if a group has fewer than 30 users', () => {
    const counts = { delivered: 500, recovered: 400, withheld: 29, recoveredWithheld: 2, pending: 0 };
    expect(getEffect(counts)).toMatchObject({ interval: null, verdict: 'too-few' });
  });
});

describe('hints that an older version stored', () => {
  const PUBLIC_URL = 'https://docs.example.com/errors?a=b';
  const PRIVATE_URL = 'https://ann:hunter2@docs.example.com/errors?a=b';

  it('hints of an older version are read without the user names and passwords in their URLs', async () => {
    const { store } = await openTestStore();
    const { id: projectId } = await createProject(store, (await populate(store)).ann);
    const step = { do: 'read', text: 'Read the page', url: PRIVATE_URL } as const;
    const input = { ...hintInput.parse(HINT), documentation: PRIVATE_URL, steps: [step] };
    const createdHint = await store.hints.create(projectId, input, 'key');
    if (!('id' in createdHint)) throw new Error('the hint already exists');
    const expected = { ...createdHint, documentation: PUBLIC_URL, steps: [{ ...step, url: PUBLIC_URL }] };
    expect(await store.hints.get(projectId, createdHint.id)).toEqual(expected);
    expect(await store.hints.all(projectId)).toEqual([expected]);
    expect((await store.hints.list(projectId, { limit: 1 })).items).toEqual([expected]);
  });
});
