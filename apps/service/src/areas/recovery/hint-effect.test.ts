import { isHeldOut } from '@context-sync/core/recovery';
import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import type { ServiceStore } from '../../areas.ts';
import { createProject } from '../../platform/database/behavior/accounts.fixture.ts';
import { openTestStore } from '../../platform/database/behavior/database.fixture.ts';
import { createRandom } from '../../platform/database/behavior/random.fixture.ts';
import { HINT, LOG, populate } from '../../testing/service.fixture.ts';
import { getEffect, type HintEffect, measureEffect } from './hint-effect.ts';
import { getHintVersion } from './hint-version.ts';
import { hintInput } from './store.ts';

const EXPERIMENTS = selectByTier(24, 2_000);
const SEED = 3;
const START = Date.UTC(2026, 5, 1);
const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const DAYS = 20;
const USER_COUNTS = [5, 20, 60, 120, 200, 350, 500] as const;
const HOLD_OUT_PERCENTS = [20, 50] as const;

/** A true effect. Half of the users benefit less than the others, and half recover less often without the hint. */
const DESIGNS = [
  { effect: 0, benefits: [0, 0], baseRates: [0.2, 0.9] },
  { effect: 0.2, benefits: [0, 0.4], baseRates: [0.1, 0.5] },
  { effect: 0.6, benefits: [0.5, 0.7], baseRates: [0.05, 0.25] },
] as const;
type Design = (typeof DESIGNS)[number];

interface Experiment {
  readonly design: Design;
  readonly users: number;
  readonly result: HintEffect;
}

/** Simulates one experiment: the users' errors, retries and successes over 20 days, as the SDK reports them. */
async function runExperiment(
  store: ServiceStore,
  projectId: string,
  run: number,
  random: () => number,
): Promise<Experiment> {
  // Half of the experiments have no effect, so that false positives can be counted.
  const design = DESIGNS[run % 2 === 0 ? 0 : 1 + (((run - 1) / 2) % 2)] ?? DESIGNS[0];
  const holdOutPercent = pick(HOLD_OUT_PERCENTS, random);
  const users = pick(USER_COUNTS, random);
  const hint = await store.hints.create(projectId, { ...hintInput.parse(HINT), holdOutPercent }, `run ${run}`);
  if (!('id' in hint)) throw new Error('the hint already exists');
  const version = getHintVersion(hint);
  const createLog = (groupEmail: string, at: number, change: object) => ({
    ...LOG,
    groupEmail,
    userAgent: 'claude-code/2.1',
    timestamp: new Date(at).toISOString(),
    ...change,
  });
  const logs: ReturnType<typeof createLog>[] = [];
  for (let user = 0; user < users; user += 1) {
    const name = `agent${user}-${run}@example.com`;
    const benefit = design.benefits[user % 2] ?? 0;
    const baseRate = design.baseRates[Math.floor(user / 2) % 2] ?? 0;
    // Users with a low recovery rate have more errors.
    const mostEpisodes = baseRate < 0.3 ? 6 : 2;
    let knowsFix = false;
    let at = START + random() * DAY_MS;
    for (let episode = 1 + Math.floor(random() * mostEpisodes); episode > 0 && !knowsFix; episode -= 1) {
      const spelling = random() < 0.3 ? `${name.toUpperCase()} ` : name;
      // The groups depend on the number of the run instead of the random id, so that they are the same in every execution of this test.
      const withheld = isHeldOut({ id: `run ${run} ${SEED}`, version, holdOutPercent }, spelling);
      const report = withheld ? { sentIn: [], withheldFrom: ['body'] } : { sentIn: ['body'] };
      const error = {
        recoveryHintId: hint.id,
        response: { recovery: { hint: hint.id, version, withheld, ...report } },
      };
      logs.push(createLog(spelling, at, error));
      if (random() < 0.5) logs.push(createLog(spelling, at + MINUTE_MS * random(), error));
      const recovers = random() < baseRate + (withheld ? 0 : benefit);
      const isLate = !recovers && random() < 0.15;
      if (recovers || isLate) {
        const delay = isLate ? 11 * MINUTE_MS : MINUTE_MS * (1 + 8 * random());
        logs.push(createLog(spelling, at + delay, { status: 200, errorCode: null }));
      }
      // A user who recovered with the hint remembers it, and gets no further error.
      knowsFix = recovers && !withheld;
      at += DAY_MS * (random() < 0.5 ? 0.1 : 3 * random() + 0.1);
    }
  }
  // The logs arrive in any order.
  logs.sort((a, b) => a.groupEmail.length - b.groupEmail.length || b.timestamp.localeCompare(a.timestamp));
  await store.logs.addAll(projectId, logs);
  const end = START + (DAYS + 10) * DAY_MS;
  const range = { since: new Date(START).toISOString(), until: new Date(end).toISOString() };
  const result = await measureEffect(store, projectId, hint, range, end);
  await store.hints.delete(projectId, hint.id);
  await store.logs.prune(projectId, range.until, logs.length);
  return { design, users, result };
}

/** Returns three standard errors of a share of simulated experiments. Another test computes the shares exactly. */
const getNoise = (share: number, count: number): number => 3 * Math.sqrt((share * (1 - share)) / count);

const pick = <T>(values: readonly [T, ...T[]], random: () => number): T =>
  values[Math.floor(random() * values.length)] ?? values[0];

it(`${EXPERIMENTS} simulated experiments find the true effect of a hint`, async () => {
  const { store } = await openTestStore();
  const { id } = await createProject(store, (await populate(store)).ann);
  const random = createRandom(SEED);
  const experiments: Experiment[] = [];
  for (let run = 0; run < EXPERIMENTS; run += 1) experiments.push(await runExperiment(store, id, run, random));

  for (const { users, result } of experiments) expect(result.delivered + result.withheld).toBe(users);
  const measuredExperiments = experiments.filter(({ result }) => result.interval !== null);
  expect(measuredExperiments.length).toBeGreaterThan(EXPERIMENTS / 4);
  const isCovered = ({ result: { interval }, design: { effect } }: Experiment) =>
    interval !== null && interval.low <= effect && effect <= interval.high;
  expect(measuredExperiments.filter(isCovered).length / measuredExperiments.length).toBeGreaterThan(
    0.95 - getNoise(0.95, measuredExperiments.length),
  );
  for (const design of DESIGNS) {
    const ofDesign = measuredExperiments.filter((each) => each.design === design);
    const getShare = (verdict: string) =>
      ofDesign.filter(({ result }) => result.verdict === verdict).length / ofDesign.length;
    const errors = ofDesign.map(({ result }) => (result.difference ?? Number.NaN) - design.effect);
    const mean = errors.reduce((sum, each) => sum + each, 0) / errors.length;
    const variance = errors.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (errors.length - 1);
    expect(Math.abs(mean), `bias at ${design.effect}`).toBeLessThan(3 * Math.sqrt(variance / errors.length));
    const maxFalse = 0.025 + getNoise(0.025, ofDesign.length);
    if (design.effect === 0) expect(getShare('better')).toBeLessThanOrEqual(maxFalse);
    if (design.effect === 0.6) expect(getShare('better')).toBeGreaterThan(0.9);
    expect(getShare('worse')).toBeLessThanOrEqual(maxFalse);
  }
}, 1_800_000);

describe('the confidence interval', () => {
  const sizes = sampleCases([30, 33, 40, 75, 50, 100, 200, 150, 300, 400], 3);
  const rates = sampleCases([0.02, 0.05, 0.1, 0.2, 0.3, 0.7, 0.5, 0.8, 0.9, 0.95, 0.98], 3);
  const pairs = sizes.flatMap((delivered) => sizes.map((withheld) => [delivered, withheld] as const));

  it('the confidence interval has exactly the error rates stated in docs/how-to/help-callers-recover.md', () => {
    for (const [delivered, withheld] of pairs) {
      const effects = computeEffects(delivered, withheld);
      for (const rate of rates) {
        for (const difference of [0, 0.2, 0.6].filter((each) => rate + each < 1)) {
          const tails = computeTails(effects, [delivered, rate + difference], [withheld, rate], difference);
          const name = `${delivered} with rate ${rate + difference}, ${withheld} with rate ${rate}`;
          expect(tails.above + tails.below, name).toBeLessThan(0.05);
          if (difference === 0) expect(Math.max(tails.above, tails.below), name).toBeLessThan(0.025);
        }
      }
    }
  });
});

type Group = readonly [users: number, rate: number];

/** Returns the confidence intervals for all combinations of numbers of recovered users. */
function computeEffects(deliveredCount: number, withheld: number) {
  return Array.from({ length: deliveredCount + 1 }, (_, recoveredCount) =>
    Array.from({ length: withheld + 1 }, (__, recoveredWithheld) => {
      const { interval } = getEffect({
        delivered: deliveredCount,
        recovered: recoveredCount,
        withheld,
        recoveredWithheld,
        pending: 0,
      });
      if (interval === null) throw new Error('The groups are too small.');
      return interval;
    }),
  );
}

/** Returns the exact probabilities that the whole interval is above or below the true difference. */
function computeTails(effects: ReturnType<typeof computeEffects>, a: Group, b: Group, difference: number) {
  const [probabilities, probabilitiesWithheld] = [listProbabilities(a), listProbabilities(b)];
  let [above, below] = [0, 0];
  for (const [recovered, row] of effects.entries()) {
    for (const [recoveredWithheld, { low, high }] of row.entries()) {
      const probability = (probabilities[recovered] ?? 0) * (probabilitiesWithheld[recoveredWithheld] ?? 0);
      if (low > difference + Number.EPSILON) above += probability;
      if (high < difference - Number.EPSILON) below += probability;
    }
  }
  return { above, below };
}

/** Returns the binomial probability of each number of recovered users. */
function listProbabilities([users, rate]: Group): number[] {
  let logarithm = users * Math.log(1 - rate);
  return Array.from({ length: users + 1 }, (_, count) => {
    if (count > 0) logarithm += Math.log((users - count + 1) / count) + Math.log(rate / (1 - rate));
    return Math.exp(logarithm);
  });
}
