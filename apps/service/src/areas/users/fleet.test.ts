import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { assessUser } from './assess-risk.ts';
import { describeFleet } from './fleet.ts';
import { type DayPlan, EVENT_DAY, type HistoryKind } from './history-kinds.fixture.ts';
import { readUserDays } from './risk-days.ts';
import type { RiskReasonCode } from './store.ts';
import { generateHistory, getKnownHistory } from './user-histories.fixture.ts';

const isWeekday = (day: number) => day % 7 < 5;
const createKind = (name: string, plan: (day: number, rate: number) => DayPlan): HistoryKind => ({
  name,
  create: (random) => {
    const rate = 30 + 200 * random();
    return { plan: (day) => plan(day, rate) };
  },
});
const DAILY = createKind('daily', (_, mean) => ({ mean, failing: 0.02 }));
const WEEKDAYS = createKind('weekdays', (day, mean) => ({ mean: isWeekday(day) ? mean : 0, failing: 0.02 }));
const SIZES = [2, 3, 5, selectByTier(20, 60)];
/** Days on which the users are checked, from the event to six weeks later. */
const DAYS = sampleCases(
  Array.from({ length: 42 }, (_, at) => EVENT_DAY + at),
  2,
);

type Change = (plan: DayPlan, day: number, user: number) => DayPlan;

/** Returns all reasons that any of the checks reports, by user. */
function findReasons(kind: HistoryKind, size: number, change: Change, days = DAYS): RiskReasonCode[][] {
  const histories = Array.from({ length: size }, (_, user) =>
    generateHistory(kind, 7_000 * size + user, (plan, day) => change(plan, day, user)),
  );
  const codes = histories.map(() => new Set<RiskReasonCode>());
  for (const day of days) {
    const knownHistories = histories.map((history) => getKnownHistory(history, day));
    const fleet = describeFleet(knownHistories.map(({ user, today }) => readUserDays(user, today)));
    for (const [index, { user, today }] of knownHistories.entries()) {
      for (const { code } of assessUser(user, today, fleet).reasons) codes[index]?.add(code);
    }
  }
  return codes.map((each) => [...each]);
}

const isIn = (day: number, length: number) => day >= EVENT_DAY && day < EVENT_DAY + length;
/** Events that affect all users at the same time. The event is a Monday, Tuesday or later, so that the days include weekdays. */
const COMMON_CAUSES: readonly (readonly [string, Change])[] = [
  ['an outage of one day', (plan, day) => (isIn(day, 1) ? { ...plan, failing: 1 } : plan)],
  ['an outage of three days', (plan, day) => (isIn(day, 3) ? { ...plan, failing: 1 } : plan)],
  ['a partial outage of four days', (plan, day) => (isIn(day, 4) ? { ...plan, failing: 0.5 } : plan)],
  ['a closed week', (plan, day) => (isIn(day, 7) ? { ...plan, mean: 0 } : plan)],
  ['a holiday of eleven days', (plan, day) => (isIn(day, 11) ? { ...plan, mean: 0 } : plan)],
  ['a quiet week', (plan, day) => (isIn(day, 7) ? { ...plan, mean: plan.mean * 0.3 } : plan)],
  [
    'a slow decline of all traffic',
    (plan, day) => (day < EVENT_DAY ? plan : { ...plan, mean: plan.mean * 0.5 ** ((day - EVENT_DAY) / 20) }),
  ],
];

describe('causes that all users have in common', () => {
  for (const kind of [DAILY, WEEKDAYS]) {
    for (const [name, change] of COMMON_CAUSES) {
      it.each(SIZES)(
        `${name} is not a reason for any of %i ${kind.name === 'daily' ? 'daily' : 'weekday'} users`,
        (size) => {
          const wrong = findReasons(kind, size, change).filter((codes) => codes.length > 0);
          expect(wrong.length).toBeLessThanOrEqual(size / 60);
        },
      );
    }
  }

  it('the only user of a project gets a risk reason for every change in traffic', () => {
    expect(findReasons(DAILY, 1, COMMON_CAUSES[1]?.[1] ?? ((plan) => plan))).toEqual([['failing']]);
    expect(findReasons(WEEKDAYS, 1, (plan, day) => (isIn(day, 60) ? { ...plan, mean: 0 } : plan))[0]).toContain(
      'silent',
    );
    expect(findReasons(DAILY, 1, (plan, day) => (isIn(day, 60) ? { ...plan, mean: plan.mean / 5 } : plan))[0]).toEqual([
      'falling',
    ]);
  });

  it.each(SIZES)(
    'one of %i users whose requests stop, drop or fail is listed as at risk, and the others are not',
    (size) => {
      const changes: readonly (readonly [RiskReasonCode, Change])[] = [
        ['silent', (plan) => ({ ...plan, mean: 0 })],
        ['falling', (plan) => ({ ...plan, mean: plan.mean / 5 })],
        ['failing', (plan) => ({ ...plan, failing: 0.9 })],
      ];
      for (const [code, change] of changes) {
        const foundReasons = findReasons(WEEKDAYS, size, (plan, day, user) =>
          user === 0 && day >= EVENT_DAY ? change(plan, day, user) : plan,
        );
        expect(foundReasons[0]).toContain(code);
        expect(foundReasons.slice(1).flat()).toEqual([]);
      }
    },
  );
});
