import type { LogClientKind, RiskReasonCode } from './store.ts';

/** Number of days of each history. Changes of behavior happen on `EVENT_DAY`. */
export const HISTORY_DAYS = 215;
export const EVENT_DAY = 130;
/** Number of a Monday, so that `day % 7` of a history is the day of the week. */
export const FIRST_DAY = 20_000 - ((20_000 + 3) % 7);

/** Behavior of a user on one day. */
export interface DayPlan {
  /** Mean number of requests. */
  readonly mean: number;
  /** Ratio of requests that fail. */
  readonly failing?: number;
  /** Ratio of requests with status 3xx, and with status 429. */
  readonly redirected?: number;
  readonly throttled?: number;
  /** Number of additional, successful requests of a bot. */
  readonly bots?: number;
  /** Standard deviation of the logarithm of the number of requests. */
  readonly noise?: number;
}

/** Reasons that a report must list on a day, and other reasons that it may list on that day. */
export interface Expectation {
  readonly must?: readonly RiskReasonCode[];
  readonly may?: readonly RiskReasonCode[];
}

export interface HistoryKind {
  readonly name: string;
  readonly first?: number;
  readonly clientKind?: LogClientKind;
  /** Returns the behavior of one user on each day, and the reasons that a report must contain on that day. */
  create(random: () => number): { plan: (day: number) => DayPlan; expect?: (day: number) => Expectation };
}

const isWeekday = (day: number) => day % 7 < 5;
const drawRate = (random: () => number, low = 20, high = 400) => low * (high / low) ** random();
const createSteadyPlan =
  (plan: (day: number, rate: number, random: () => number) => DayPlan, low?: number, high?: number) =>
  (random: () => number) => {
    const rate = drawRate(random, low, high);
    return { plan: (day: number) => plan(day, rate, random) };
  };
const from = (day: number, start: number, end: number) => day >= start && day < end;

/** A user whose traffic changes after the event: `level` returns the ratio of the previous requests, by days since the event. */
function createDecline(
  name: string,
  level: (ago: number) => number,
  options: { noise?: number; plan?: typeof isWeekday } = {},
) {
  const { noise = 0, plan: isActive = () => true } = options;
  return {
    name,
    create: (random: () => number) => {
      const rate = drawRate(random, 60, 2_000);
      const ratio = (day: number) => (day < EVENT_DAY ? 1 : level(day - EVENT_DAY));
      return {
        plan: (day: number) => ({ mean: isActive(day) ? rate * ratio(day) : 0, noise }),
        expect: (day: number): Expectation => {
          const daysAgo = day - EVENT_DAY;
          if (daysAgo < 1) return {};
          const week = [1, 2, 3, 4, 5, 6, 7].map((back) => ratio(day - back));
          const recent = week.reduce((sum, each) => sum + each, 0) / 7;
          const isGone = rate * ratio(day - 1) < 5;
          if (isGone || recent > 0.62 || daysAgo > 80) return { may: ['falling', 'silent'] };
          return recent <= 0.46 ? { must: ['falling'] } : { may: ['falling'] };
        },
      };
    },
  };
}

/** A user who stops at the event. `requiredCount` is the number of silent days after which a report must list the user as silent. */
function createStop(
  name: string,
  plan: (day: number, rate: number) => DayPlan,
  requiredCount: number,
  bots = 0,
): HistoryKind {
  return {
    name,
    create: (random) => {
      const rate = drawRate(random);
      return {
        plan: (day) => ({ ...(day < EVENT_DAY ? plan(day, rate) : { mean: 0 }), bots }),
        expect: (day) => {
          const silent = day - EVENT_DAY;
          if (silent < 0 || silent > 61) return {};
          return silent > requiredCount && silent < 57 ? { must: ['silent'] } : { may: ['silent', 'falling'] };
        },
      };
    },
  };
}

const STABLE_KINDS: readonly HistoryKind[] = [
  { name: 'steady', create: createSteadyPlan((_, mean) => ({ mean })) },
  { name: 'one request a day', create: createSteadyPlan(() => ({ mean: 1 })) },
  { name: 'four requests a day', create: createSteadyPlan(() => ({ mean: 4 })) },
  { name: '100,000 requests a day', create: createSteadyPlan(() => ({ mean: 100_000, noise: 0.15 })) },
  { name: 'noisy', create: createSteadyPlan((_, mean) => ({ mean, noise: 0.5 })) },
  {
    name: 'every third day at random',
    create: createSteadyPlan((_, mean, random) => ({ mean: random() < 0.3 ? 3 * mean : 0 })),
  },
  {
    name: 'ten days on, two weeks off',
    create: (random) => {
      const phase = Math.floor(random() * 24);
      return { plan: (day) => ({ mean: (day + phase) % 24 < 10 ? 40 : 0 }), expect: () => ({ may: ['falling'] }) };
    },
  },
  { name: 'weekdays', create: createSteadyPlan((day, mean) => ({ mean: isWeekday(day) ? mean : 0 })) },
  {
    name: 'weekdays and some Saturdays',
    create: createSteadyPlan((day, mean, random) => ({
      mean: isWeekday(day) || (day % 7 === 5 && random() < 0.15) ? mean : 0,
    })),
  },
  { name: 'weekends', create: createSteadyPlan((day, mean) => ({ mean: isWeekday(day) ? 0 : mean })) },
  { name: 'weekly', create: createSteadyPlan((day, mean) => ({ mean: day % 7 === 2 ? mean * 4 : 0 })) },
  {
    name: 'two days a week',
    create: createSteadyPlan((day, mean) => ({ mean: day % 7 === 1 || day % 7 === 3 ? mean * 2 : 0 })),
  },
  { name: 'every second week', create: createSteadyPlan((day, mean) => ({ mean: day % 14 === 3 ? mean * 8 : 0 })) },
  { name: 'monthly', create: createSteadyPlan((day, mean) => ({ mean: day % 30 === 4 ? mean * 20 : 0 })) },
  {
    name: 'monthly and one a day',
    create: createSteadyPlan((day, mean) => ({ mean: day % 30 === 4 ? mean * 100 : 1 })),
  },
  { name: 'seasonal', create: createSteadyPlan((day, rate) => ({ mean: rate * (1 + 0.25 * Math.sin(day / 14)) })) },
  { name: 'growing', create: createSteadyPlan((day, rate) => ({ mean: rate * 1.01 ** day })) },
  {
    name: 'one busy week',
    create: createSteadyPlan((day, rate) => ({ mean: from(day, 133, 140) ? rate * 12 : rate })),
  },
  { name: 'new and steady', first: EVENT_DAY, create: createSteadyPlan((_, mean) => ({ mean })) },
  {
    name: 'trial',
    first: EVENT_DAY,
    create: createSteadyPlan((day, mean) => ({ mean: day < EVENT_DAY + 4 ? mean : 0 })),
  },
  { name: 'chronic 404', create: createSteadyPlan((_, mean) => ({ mean, failing: 0.5 })) },
  { name: 'few requests and chronic 404', create: createSteadyPlan(() => ({ mean: 5, failing: 0.85 })) },
  { name: 'always failing', create: createSteadyPlan((_, mean) => ({ mean, failing: 1 })) },
  { name: '304', create: createSteadyPlan((_, mean) => ({ mean, failing: 0.02, redirected: 0.8 })) },
  {
    name: 'throttled',
    create: createSteadyPlan((day, mean) => ({ mean, failing: 0.02, throttled: day >= EVENT_DAY ? 0.6 : 0 })),
  },
  { name: 'new and 304', first: EVENT_DAY, create: createSteadyPlan((_, mean) => ({ mean, redirected: 0.85 })) },
  { name: 'new and throttled', first: EVENT_DAY, create: createSteadyPlan((_, mean) => ({ mean, throttled: 0.7 })) },
  { name: 'monitor that stops', create: createSteadyPlan((day) => ({ mean: 0, bots: day < EVENT_DAY ? 200 : 0 })) },
  { name: 'monitor of a steady user', create: createSteadyPlan((_, mean) => ({ mean, bots: 3 })) },
  {
    name: 'monitor of an older version',
    clientKind: 'bot',
    create: createSteadyPlan((day, mean) => ({ mean: day < EVENT_DAY ? mean : 0 })),
  },
];

const CHANGING_KINDS: readonly HistoryKind[] = [
  createDecline('step to 44 %', () => 0.44),
  createDecline('step to 25 %', () => 0.25, { noise: 0.3 }),
  createDecline('step to 10 %', () => 0.1),
  createDecline('step to 10 % on weekdays', () => 0.1, { plan: isWeekday }),
  createDecline('half-life of 4 days', (ago) => 0.5 ** (ago / 4)),
  createDecline('half-life of 14 days', (ago) => 0.5 ** (ago / 14)),
  createDecline('half-life of 14 days on weekdays', (ago) => 0.5 ** (ago / 14), { plan: isWeekday, noise: 0.2 }),
  createDecline('half-life of 30 days', (ago) => 0.5 ** (ago / 30)),
  createDecline('half-life of 55 days', (ago) => 0.5 ** (ago / 55)),
  createDecline('linear decline in 42 days', (ago) => Math.max(0, 1 - ago / 42)),
  createDecline('linear decline in 56 days', (ago) => Math.max(0, 1 - ago / 56)),
  createDecline('recovery after 25 days', (ago) => (ago < 25 ? 0.1 : 1)),
  {
    name: 'weekly step to 10 %',
    create: createSteadyPlan((day, rate) => ({ mean: day % 7 === 2 ? rate * 4 * (day < EVENT_DAY ? 1 : 0.1) : 0 }), 50),
  },
  {
    name: 'new customer with three good weeks',
    first: EVENT_DAY - 21,
    create: (random) => {
      const rate = drawRate(random, 50, 300);
      return {
        plan: (day) => ({ mean: day < EVENT_DAY ? rate : rate / 10 }),
        expect: (day) => (from(day, EVENT_DAY + 7, EVENT_DAY + 80) ? { must: ['falling'] } : { may: ['falling'] }),
      };
    },
  },
  createStop('daily user who stops', (_, mean) => ({ mean }), 8),
  createStop('weekday user who stops', (day, mean) => ({ mean: isWeekday(day) ? mean : 0 }), 9),
  createStop('weekly user who stops', (day, mean) => ({ mean: day % 7 === 2 ? mean : 0 }), 30),
  createStop('user of every second day who stops', (day, mean) => ({ mean: day % 2 === 0 ? mean : 0 }), 8),
  createStop('user who stops while a monitor continues', (_, mean) => ({ mean }), 8, 2),
  {
    name: 'away for 40 days',
    create: createSteadyPlan((day, mean) => ({ mean: from(day, EVENT_DAY, EVENT_DAY + 40) ? 0 : mean })),
  },
  ...(
    [
      ['starts to fail', 0.03, 0.6],
      ['fails at 30 %', 0.02, 0.35],
      ['fails more', 0.51, 1],
    ] as const
  ).map(
    ([name, before, after]): HistoryKind => ({
      name,
      create: (random) => {
        const mean = drawRate(random);
        return {
          plan: (day) => ({ mean, failing: day < EVENT_DAY ? before : after, bots: name === 'starts to fail' ? 1 : 0 }),
          expect: (day) =>
            from(day, EVENT_DAY + 4, EVENT_DAY + 8)
              ? { must: ['failing'] }
              : { may: day < EVENT_DAY ? [] : ['failing'] },
        };
      },
    }),
  ),
  {
    name: 'back after 40 days, and everything fails',
    create: (random) => {
      const mean = drawRate(random);
      const back = EVENT_DAY + 40;
      return {
        plan: (day) => ({ mean: from(day, EVENT_DAY, back) ? 0 : mean, failing: day < back ? 0.01 : 1 }),
        expect: (day) => ({
          ...(from(day, EVENT_DAY + 9, back) ? { must: ['silent'] as const } : {}),
          ...(from(day, back + 1, back + 7) ? { must: ['failing'] as const } : {}),
          may: day < EVENT_DAY ? [] : ['falling', 'silent', 'failing'],
        }),
      };
    },
  },
  {
    name: 'one bad day',
    create: (random) => {
      const mean = drawRate(random, 25);
      return {
        plan: (day) => ({ mean, failing: day === EVENT_DAY ? 1 : 0.02 }),
        expect: (day) => (from(day, EVENT_DAY, EVENT_DAY + 3) ? { may: ['failing'] } : {}),
      };
    },
  },
  {
    name: 'new and stuck',
    first: EVENT_DAY,
    create: (random) => {
      const mean = drawRate(random, 6, 60);
      return {
        plan: () => ({ mean, failing: 0.85, redirected: 0.05 }),
        expect: (day) => (from(day, EVENT_DAY + 3, EVENT_DAY + 14) ? { must: ['stuck'] } : { may: ['stuck'] }),
      };
    },
  },
  {
    name: 'new with a bad first day',
    first: EVENT_DAY,
    create: (random) => {
      const mean = drawRate(random, 10, 60);
      return {
        plan: (day) => ({ mean: day === EVENT_DAY ? 60 : mean, failing: day === EVENT_DAY ? 1 : 0.05 }),
        expect: (day) => (day < EVENT_DAY + 3 ? { may: ['stuck', 'failing'] } : {}),
      };
    },
  },
  {
    name: 'new and worse',
    first: EVENT_DAY,
    create: (random) => {
      const mean = drawRate(random, 15, 60);
      return {
        plan: (day) => ({ mean, failing: day < EVENT_DAY + 4 ? 0.05 : 1 }),
        expect: (day) =>
          from(day, EVENT_DAY + 6, EVENT_DAY + 14)
            ? { must: ['stuck'], may: ['failing'] }
            : { may: day >= EVENT_DAY + 4 ? ['failing', 'stuck'] : [] },
      };
    },
  },
];

/** Overrides the expected reasons of kinds for which the list above defines only the behavior. */
export const EXPECTATIONS: Readonly<Record<string, (day: number) => Expectation>> = {
  'weekly step to 10 %': (day) =>
    from(day, EVENT_DAY + 29, EVENT_DAY + 50) ? { must: ['falling'] } : { may: day < EVENT_DAY ? [] : ['falling'] },
  'away for 40 days': (day) =>
    from(day, EVENT_DAY + 9, EVENT_DAY + 40)
      ? { must: ['silent'] }
      : { may: from(day, EVENT_DAY, EVENT_DAY + 48) ? ['falling', 'silent'] : [] },
};

/** All kinds of histories. They model the behavior of users, independently of the rules of the assessment. */
export const HISTORY_KINDS: readonly HistoryKind[] = [...STABLE_KINDS, ...CHANGING_KINDS];
