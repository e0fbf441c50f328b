import { createRandom } from '../../platform/database/behavior/random.fixture.ts';
import {
  type DayPlan,
  EXPECTATIONS,
  type Expectation,
  FIRST_DAY,
  HISTORY_DAYS,
  type HistoryKind,
} from './history-kinds.fixture.ts';

/** Returns a random number with a normal distribution of mean 0 and standard deviation 1. */
function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Returns a random number of requests: Poisson for small means, and otherwise the normal approximation. */
function drawCount(random: () => number, mean: number): number {
  if (mean > 50) return Math.max(0, Math.round(mean + Math.sqrt(mean) * drawNormal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** Returns a random number with a binomial distribution: how many of `n` requests are chosen, each with the probability `share`. */
function drawPart(random: () => number, n: number, share: number): number {
  if (share === 0 || share === 1) return n * share;
  return Math.min(n, Math.max(0, Math.round(n * share + Math.sqrt(n * share * (1 - share)) * drawNormal(random))));
}

const toMinute = (day: number) => (FIRST_DAY + day) * 1_440;

/**
 * Generates one user of a kind.
 * @param change changes the behavior on a day for all users of a fleet
 */
export function generateHistory(kind: HistoryKind, seed: number, change = (plan: DayPlan, _day: number) => plan) {
  const random = createRandom(seed);
  const { plan, expect = EXPECTATIONS[kind.name] ?? ((): Expectation => ({})) } = kind.create(random);
  const days = Array.from({ length: HISTORY_DAYS }, (_, day) => {
    if (day < (kind.first ?? 0)) return [];
    const { mean, failing = 0, redirected = 0, throttled = 0, bots = 0, noise = 0 } = change(plan(day), day);
    const own = mean === 0 ? 0 : drawCount(random, mean * Math.exp(noise * drawNormal(random)));
    if (own + bots === 0) return [];
    const limitedCount = drawPart(random, own, throttled);
    const other = drawPart(random, own - limitedCount, redirected / (1 - throttled));
    const failedCount = drawPart(
      random,
      own - limitedCount - other,
      Math.min(1, failing / (1 - throttled - redirected)),
    );
    const serverErrors = Math.floor(failedCount / 2);
    return [
      {
        day: toMinute(day),
        n: own + bots,
        e4: failedCount - serverErrors + limitedCount,
        e5: serverErrors,
        other,
        throttled: limitedCount,
        bots: kind.clientKind === 'bot' ? null : bots,
      },
    ];
  }).flat();
  return { kind: kind.name, clientKind: kind.clientKind ?? null, firstSeen: toMinute(kind.first ?? 0), days, expect };
}

export type History = ReturnType<typeof generateHistory>;

/** Returns the part of a history that is known on a day. The current day is half over. */
export function getKnownHistory({ days, firstSeen, clientKind }: History, day: number) {
  const today = toMinute(day);
  const halve = (count: number) => Math.floor(count / 2);
  const knownDays = days
    .filter((each) => each.day <= today)
    .map((each) =>
      each.day < today
        ? each
        : {
            day: today,
            n: halve(each.e4) + halve(each.e5) + halve(each.other) + halve(each.n - each.e4 - each.e5 - each.other),
            e4: halve(each.e4),
            e5: halve(each.e5),
            other: halve(each.other),
            throttled: halve(Math.min(each.throttled, each.e4)),
            bots: each.bots === null ? null : halve(each.bots),
          },
    )
    .filter(({ n }) => n > 0);
  return { today, user: { firstSeen, clientKind, days: knownDays } };
}
