/** Default thresholds at which a user is at risk. The page "Find the users who stopped calling" explains the defaults. */
export const RISK_THRESHOLDS = {
  /** Minimum number of active days, in the 28 days up to the user's last active day, for which a user is regular. */
  silentActiveDays: 8,
  /** Minimum number of active weeks, in the 8 weeks up to the user's last active day, for which a user with fewer active days is regular. */
  silentActiveWeeks: 6,
  silentDays: 7,
  /** Minimum ratio of the missed days to the user's usual gap for which a user is reported as silent. */
  silentGapFactor: 3,
  silentHighDays: 14,
  /** Number of silent days after which a user is treated as lost and no longer reported. */
  silentMaxDays: 60,
  fallingBaseRequests: 100,
  /** Maximum ratio of the last week's requests to the expected requests for which traffic is reported as falling. */
  fallingShare: 0.5,
  /** Minimum difference between the recent and the expected requests, in standard deviations of the user's requests. */
  fallingDeviations: 2.5,
  failingRequests: 20,
  failingShare: 0.2,
  /** Factor by which the ratio of failures must have grown, or the ratio of other requests must have shrunk. */
  failingFactor: 2,
  stuckDays: 14,
  stuckRequests: 10,
  stuckShare: 0.5,
};

export type RiskThresholds = Readonly<typeof RISK_THRESHOLDS>;

interface ThresholdBounds {
  readonly min: number;
  readonly max: number;
  readonly integer: boolean;
}

const createIntegerBounds = (min: number, max: number): ThresholdBounds => ({ min, max, integer: true });
const createNumberBounds = (min: number, max: number): ThresholdBounds => ({ min, max, integer: false });
const MAX_REQUESTS = 1_000_000_000;
/** Maximum of thresholds in days. An assessment reads only this many days in addition to the 8 weeks from which a user's usual days are determined. */
const MAX_DAYS = RISK_THRESHOLDS.silentMaxDays;

/** Minimum and maximum of the values that a project can set. */
export const THRESHOLD_BOUNDS: Readonly<Record<keyof RiskThresholds, ThresholdBounds>> = {
  silentActiveDays: createIntegerBounds(2, 28),
  silentActiveWeeks: createIntegerBounds(2, 8),
  silentDays: createIntegerBounds(1, MAX_DAYS),
  silentGapFactor: createNumberBounds(1, 100),
  silentHighDays: createIntegerBounds(1, MAX_DAYS),
  silentMaxDays: createIntegerBounds(1, MAX_DAYS),
  fallingBaseRequests: createIntegerBounds(1, MAX_REQUESTS),
  fallingShare: createNumberBounds(0.01, 1),
  fallingDeviations: createNumberBounds(0, 100),
  failingRequests: createIntegerBounds(1, MAX_REQUESTS),
  failingShare: createNumberBounds(0.01, 1),
  failingFactor: createNumberBounds(1, 1_000),
  stuckDays: createIntegerBounds(1, MAX_DAYS),
  stuckRequests: createIntegerBounds(1, MAX_REQUESTS),
  stuckShare: createNumberBounds(0.01, 1),
};

/** Returns all thresholds of a project: the values that the project has set, and the defaults for the others. */
export function getThresholds(set: Readonly<Record<string, number>>): RiskThresholds {
  const names = Object.keys(RISK_THRESHOLDS) as (keyof RiskThresholds)[];
  const definedThresholds = Object.fromEntries(
    names.flatMap((name) => (set[name] === undefined ? [] : [[name, set[name]]])),
  );
  return { ...RISK_THRESHOLDS, ...definedThresholds };
}
