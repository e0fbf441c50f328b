import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { assessUser } from './assess-risk.ts';
import { describeFleet } from './fleet.ts';
import { EVENT_DAY, HISTORY_DAYS, HISTORY_KINDS } from './history-kinds.fixture.ts';
import { readUserDays } from './risk-days.ts';
import { RISK_REASONS, type RiskReasonCode } from './store.ts';
import { generateHistory, getKnownHistory, type History } from './user-histories.fixture.ts';

const SEEDS = Array.from({ length: 12 }, (_, seed) => seed + 1);
/** Days on which the reports of one history are checked. */
const CHECKED_DAYS = sampleCases(
  Array.from({ length: HISTORY_DAYS - EVENT_DAY + 12 }, (_, at) => EVENT_DAY - 12 + at),
  3,
);

interface Score {
  right: number;
  wrong: number;
  missed: number;
}

/** Assesses all users of a fleet on one day, and returns the codes of the reasons by user. */
function assessFleet(histories: readonly History[], day: number): RiskReasonCode[][] {
  const known = histories.map((history) => getKnownHistory(history, day));
  const fleet = describeFleet(known.map(({ user, today }) => readUserDays(user, today)));
  return known.map(({ user, today }) => assessUser(user, today, fleet).reasons.map(({ code }) => code));
}

function scoreAll(histories: readonly History[], days: readonly number[]) {
  const scores = Object.fromEntries(RISK_REASONS.map((code) => [code, { right: 0, wrong: 0, missed: 0 }])) as Record<
    RiskReasonCode,
    Score
  >;
  const problems = new Map<string, number>();
  const note = (problem: string) => problems.set(problem, (problems.get(problem) ?? 0) + 1);
  for (const day of days) {
    for (const [at, codes] of assessFleet(histories, day).entries()) {
      const history = histories[at];
      if (!history) continue;
      const { must = [], may = [] } = history.expect(day);
      for (const code of RISK_REASONS) {
        if (codes.includes(code) && must.includes(code)) scores[code].right += 1;
        else if (codes.includes(code) && !may.includes(code)) {
          scores[code].wrong += 1;
          note(`${history.kind}: wrong ${code}`);
        } else if (must.includes(code)) {
          scores[code].missed += 1;
          note(`${history.kind}: missed ${code}`);
        }
      }
    }
  }
  return { scores, problems: [...problems].sort((a, b) => b[1] - a[1]) };
}

describe('the risk assessment of generated histories', () => {
  it('the risk assessment finds each reason on exactly the expected days', () => {
    // Few users fail or are stuck at the same time, so the shares are computed over all seeds together.
    const histories = SEEDS.slice(0, selectByTier(1, 12)).flatMap((seed) =>
      HISTORY_KINDS.flatMap((kind, at) =>
        Array.from({ length: selectByTier(3, 6) }, (_, user) => generateHistory(kind, seed * 10_000 + at * 100 + user)),
      ),
    );
    const { scores, problems } = scoreAll(histories, CHECKED_DAYS);
    for (const code of RISK_REASONS) {
      const { right, wrong, missed } = scores[code];
      expect(
        [code, right / (right + wrong) >= 0.95, right / (right + missed) >= 0.9],
        JSON.stringify(problems),
      ).toEqual([code, true, true]);
    }
  });
});
