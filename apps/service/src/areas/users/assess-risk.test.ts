import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../platform/database/behavior/random.fixture.ts';
import { assessUser } from './assess-risk.ts';
import { describeFleet, type Fleet, UNKNOWN_FLEET } from './fleet.ts';
import { ASSESSED_DAYS, readUserDays } from './risk-days.ts';
import type { RiskReasonCode, UserDayCounts } from './store.ts';

const DAY = 1_440;
const TODAY = 20_000 * DAY;

type Kind = 'steady' | 'weekly' | 'bursty' | 'dying' | 'silent' | 'failing' | 'stuck' | 'new' | 'noise';
const EXPECTED: Partial<Record<Kind, RiskReasonCode>> = {
  dying: 'falling',
  silent: 'silent',
  failing: 'failing',
  stuck: 'stuck',
};
/** Kinds of users, and the share of each kind in all 2,000 users. */
const SHARES: readonly (readonly [Kind, number])[] = [
  ['steady', 700],
  ['weekly', 200],
  ['bursty', 200],
  ['noise', 300],
  ['new', 100],
  ['dying', 150],
  ['silent', 150],
  ['failing', 100],
  ['stuck', 100],
];

const SEEDS = [1, 2, 3, 4, 5, 6].slice(0, selectByTier(2, 6));

interface GeneratedCaller {
  readonly kind: Kind;
  readonly firstSeen: number;
  readonly days: UserDayCounts[];
}

/** Returns a random number with an approximately normal distribution of mean 0 and standard deviation 1. */
function drawNormal(random: () => number): number {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += random();
  return sum;
}
const getCount = (random: () => number, mean: number) =>
  Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(random)));

/**
 * Generates a user.
 * @param dip factor for the traffic of all users in the last seven complete days
 */
function generate(kind: Kind, random: () => number, dip: number): GeneratedCaller {
  const rate = Math.exp(2.5 + random() * 4);
  const end = 8 + Math.floor(random() * 30);
  const age = kind === 'stuck' || kind === 'new' ? 2 + Math.floor(random() * 10) : ASSESSED_DAYS;
  const errorRate = random() * 0.05;
  const phase = Math.floor(random() * 7);
  const days: UserDayCounts[] = [];
  for (let daysAgo = Math.min(age, ASSESSED_DAYS) - 1; daysAgo >= 0; daysAgo -= 1) {
    const isRecent = daysAgo >= 1 && daysAgo <= 7;
    let mean = rate;
    if (kind === 'weekly') mean = (daysAgo + phase) % 7 === 0 ? rate * 7 : 0;
    if (kind === 'bursty') mean = random() < 0.3 ? rate * 3 * Math.exp(0.3 * drawNormal(random)) : 0;
    if (kind === 'noise') mean = rate * Math.exp(0.5 * drawNormal(random));
    if (kind === 'dying' && daysAgo <= 7) mean = rate * 0.2;
    if (kind === 'silent' && daysAgo < end) mean = 0;
    if (isRecent) mean *= dip;
    const n = getCount(random, mean);
    if (n === 0) continue;
    let share = errorRate;
    if (kind === 'failing' && daysAgo <= 6) share = 0.4 + random() * 0.5;
    if (kind === 'stuck') share = 0.75 + random() * 0.2;
    const failedCount = Math.min(
      n,
      Math.max(0, Math.round(n * share + Math.sqrt(n * share * (1 - share)) * drawNormal(random))),
    );
    days.push({ day: TODAY - daysAgo * DAY, n, e4: failedCount, e5: 0, other: 0, throttled: 0, bots: 0 });
  }
  return { kind, firstSeen: days[0]?.day ?? TODAY, days };
}

const fleets = new Map<string, ReturnType<typeof assessFleet>>();

function getFleet(seed: number, dip: number): Assessed {
  const name = `${seed} ${dip}`;
  const known = fleets.get(name) ?? assessFleet(seed, dip);
  fleets.set(name, known);
  return known;
}

function assessOne(user: { firstSeen: number; days: readonly UserDayCounts[] }, fleet: Fleet) {
  return assessUser(user, TODAY, fleet);
}

function assessFleet(seed: number, dip: number) {
  const random = createRandom(seed);
  const users = SHARES.flatMap(([kind, count]) => Array.from({ length: count }, () => generate(kind, random, dip)));
  const fleet = describeFleet(users.map((user) => readUserDays(user, TODAY)));
  return users.map((user) => ({ ...user, ...assessOne(user, fleet) }));
}

type Assessed = ReturnType<typeof assessFleet>;

function getQuality(all: Assessed, code: RiskReasonCode) {
  const found = all.filter(({ reasons }) => reasons.some((each) => each.code === code));
  const expected = all.filter(({ kind }) => EXPECTED[kind] === code);
  const right = found.filter(({ kind }) => EXPECTED[kind] === code).length;
  return { precision: right / found.length, recall: right / expected.length };
}

/** Returns the days of a user who sends the same requests every day, from the oldest day to today. */
const history = (...days: readonly (Partial<UserDayCounts> | number)[]) =>
  days.map((each, at) => ({
    ...{ n: 0, e4: 0, e5: 0, other: 0, throttled: 0, bots: 0 },
    ...(typeof each === 'number' ? { n: each } : each),
    day: TODAY - (days.length - 1 - at) * DAY,
  }));
const getCodes = (days: UserDayCounts[], fleet = UNKNOWN_FLEET) => {
  const active = days.filter(({ n }) => n > 0);
  return assessOne({ firstSeen: active[0]?.day ?? TODAY, days: active }, fleet).reasons.map(({ code }) => code);
};
const createFleet = (ratio: number): Fleet => ({ ...UNKNOWN_FLEET, ratios: new Map([[7, times(16, ratio)]]) });
const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

describe('the risk assessment of 2,000 generated users', () => {
  for (const dip of [1, 0.4]) {
    for (const code of ['silent', 'falling', 'failing', 'stuck'] as const) {
      it(`the risk assessment finds ${code} users with precision and recall of at least 0.9 for ${dip === 1 ? 'usual traffic' : 'all traffic down by 60 %'}`, () => {
        for (const seed of SEEDS) {
          const { precision, recall } = getQuality(getFleet(seed, dip), code);
          expect([seed, precision, recall, precision >= 0.9 && recall >= 0.9]).toEqual([seed, precision, recall, true]);
        }
      });
    }
  }

  it('the risk assessment does not report steady users while all traffic is down', () => {
    for (const seed of [1, 2]) {
      const steady = getFleet(seed, 0.4).filter(({ kind }) => kind === 'steady');
      expect(steady.flatMap(({ reasons }) => reasons)).toEqual([]);
    }
  });
});

describe('the reasons of a user on consecutive days', () => {
  /** Returns the reasons of a user on each of the days after the last day of the history. */
  const listReasons = (days: number, level: (ago: number) => number) =>
    Array.from({ length: days }, (_, at) =>
      getCodes(
        history(...times(90, 1_000), ...Array.from({ length: at + 1 }, (_, ago) => Math.round(level(ago)))),
      ).join(),
    );

  it.each([2, 3, 5, 10, 14, 20, 30, 40, 50, 60])(
    'during a decline with a half-life of %i days, a user keeps a risk reason',
    (halfLife) => {
      const reasons = listReasons(80, (ago) => 1_000 * 0.5 ** (ago / halfLife));
      const first = reasons.findIndex((codes) => codes !== '');
      expect(first).toBeLessThan(halfLife + 8);
      expect(reasons.slice(first)).not.toContain('');
    },
  );

  it.each([2, 3, 5, 7, 10, 20, 40, 60])(
    'a decline with a half-life of %i days from the first day is found',
    (halfLife) => {
      const days = Array.from({ length: 89 }, (_, day) => Math.round(1e9 * 0.5 ** (day / halfLife)));
      expect(getCodes(history(...days))).toEqual([halfLife === 2 ? 'silent' : 'falling']);
    },
  );

  it.each([42, 56])('during a linear decline in %i days, a user keeps a risk reason', (length) => {
    const reasons = listReasons(100, (ago) => Math.max(0, 1_000 * (1 - ago / length)));
    const first = reasons.findIndex((codes) => codes !== '');
    expect(first).toBeLessThan(0.65 * length);
    expect(reasons.slice(first, length + 50)).not.toContain('');
  });

  it.each([0.45, 0.25, 0.1, 0.03])('a user whose requests fall to a ratio of %d stays listed for 80 days', (ratio) => {
    const reasons = listReasons(81, () => 1_000 * ratio);
    expect(reasons.slice(8)).toEqual(times(73, 'falling'));
  });

  it('a user who stops sending requests has the risk reason "falling" until the reason "silent" applies', () => {
    const reasons = listReasons(62, () => 0);
    expect(reasons).toEqual([...times(4, ''), ...times(3, 'falling'), ...times(54, 'silent'), '']);
  });
});

describe('reasons of a risk', () => {
  it('the risk reason "silent" applies from the eighth to the sixtieth day without a request', () => {
    const silentFor = (days: number) =>
      getCodes(history(...times(28, 10), ...times(days, 0), 0)).filter((code) => code === 'silent');
    expect([silentFor(6), silentFor(7), silentFor(60), silentFor(61)]).toEqual([[], ['silent'], ['silent'], []]);
  });

  it('the risk reason "silent" requires a pause of at least three times the usual gap', () => {
    const everyThirdDay = times(9, [10, 0, 0]).flat();
    expect(getCodes(history(...everyThirdDay, ...times(6, 0), 0))).toEqual([]);
    expect(getCodes(history(...everyThirdDay, ...times(7, 0), 0))).toEqual(['silent']);
  });

  it('the risk reason "falling" requires that weekly requests drop to half of the previous mean', () => {
    expect(getCodes(history(...times(28, 10), ...times(7, 5), 0))).toEqual(['falling']);
    expect(getCodes(history(...times(28, 10), ...times(6, 5), 6, 0))).toEqual([]);
    expect(getCodes(history(...times(28, 3), ...times(7, 1), 0))).toEqual([]);
    expect(getCodes(history(...times(28, 10), ...times(7, 5), 0), createFleet(0.9))).toEqual([]);
  });

  it('the risk reason "falling" requires a drop of more than 2.5 standard deviations', () => {
    const irregular = [10, 40, 5, 60, 8, 50, 6, 70].flatMap((count) => times(7, count));
    expect(getCodes(history(...irregular, ...times(7, 2), 0))).toEqual([]);
    expect(getCodes(history(...times(14, 14), ...times(14, 16), ...times(7, 7), 0))).toEqual(['falling']);
  });

  it('the risk reason "failing" requires that 20 % of 20 requests fail and that the share has doubled', () => {
    const before = times(28, { n: 10, e4: 1 });
    const now = (e4: number, throttled = 0) => getCodes(history(...before, ...times(7, { n: 10, e4, throttled })));
    expect([now(1), now(2), now(4, 3)]).toEqual([[], ['failing'], []]);
    expect(getCodes(history(...times(28, { n: 10, e5: 5 }), ...times(7, { n: 10, e5: 6 })))).toEqual([]);
    expect(getCodes(history(...before, ...times(7, { n: 2, e4: 2 })))).toEqual(['falling']);
    expect(getCodes(history(...times(28, { n: 20, e5: 11 }), ...times(7, { n: 20, e5: 20 })))).toEqual(['failing']);
  });

  it('the risk reason "stuck" requires that fewer than half of ten requests of a new user succeed', () => {
    const assessStuckUser = (days: UserDayCounts[], age: number) =>
      assessOne({ firstSeen: TODAY - age * DAY, days }, UNKNOWN_FLEET).reasons.map(({ code }) => code);
    expect(assessStuckUser(history({ n: 11, e4: 6 }), 1)).toEqual(['stuck']);
    expect(assessStuckUser(history({ n: 10, e4: 5 }), 1)).toEqual([]);
    expect(assessStuckUser(history({ n: 30, e4: 2, other: 20 }), 1)).toEqual([]);
    expect(assessStuckUser(history({ n: 30, e4: 22, throttled: 20 }), 1)).toEqual([]);
    expect(assessStuckUser(history({ n: 9, e4: 9 }), 1)).toEqual([]);
    expect([assessStuckUser(history({ n: 10, e4: 9 }), 13), assessStuckUser(history({ n: 10, e4: 9 }), 14)]).toEqual([
      ['stuck'],
      [],
    ]);
  });

  it('two risk reasons or a long silence result in a high risk level', () => {
    const assessSilentUser = (days: number) =>
      assessOne(
        { firstSeen: 0, days: history(...times(28, 10), ...times(days, 0), 0).filter(({ n }) => n > 0) },
        UNKNOWN_FLEET,
      );
    expect(assessSilentUser(14)).toMatchObject({
      riskLevel: 1,
      reasons: [
        {
          code: 'silent',
          since: TODAY - 14 * DAY,
          facts: { silentDays: 14, activeDaysBefore: 28, usualGapDays: 1 },
        },
      ],
    });
    expect(assessSilentUser(15).riskLevel).toBe(2);
    const both = history(...times(28, 100), ...times(8, { n: 10, e4: 5 }));
    expect(assessOne({ firstSeen: 0, days: both }, UNKNOWN_FLEET)).toMatchObject({
      n7: 70,
      e30: 40,
      riskLevel: 2,
      reasons: [{ code: 'falling', facts: { requests: 70, requestsBefore: 700 } }, { code: 'failing' }],
    });
  });
});
