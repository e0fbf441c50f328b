/** Thresholds at which a user is at risk. The reasons for the defaults are on the page "Find the users who stopped calling". */
export const RISK_THRESHOLDS = {
  /** Active days, of the 28 up to the last one, that make a user regular. */
  silentActiveDays: 8,
  silentDays: 7,
  /** Silence compared with the user's usual gap, the 90th percentile. */
  silentGapFactor: 3,
  silentHighDays: 14,
  /** Users who have been silent for longer are gone, and no longer reported. */
  silentMaxDays: 60,
  fallingBaseRequests: 100,
  /** Requests of the last week compared with those expected. */
  fallingShare: 0.5,
  /** Standard deviations of the four weeks before, by which the last week is lower than expected. */
  fallingDeviations: 2.5,
  failingRequests: 20,
  failingShare: 0.2,
  /** Share of failures compared with the user's own share before. */
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

const integerBounds = (min: number, max: number): ThresholdBounds => ({ min, max, integer: true });
const numberBounds = (min: number, max: number): ThresholdBounds => ({ min, max, integer: false });
const MAX_REQUESTS = 1_000_000_000;
/** Number of days that an assessment reads in addition to the 28 days before them. */
const MAX_DAYS = RISK_THRESHOLDS.silentMaxDays;

/** Values that a project can set. */
export const THRESHOLD_BOUNDS: Readonly<Record<keyof RiskThresholds, ThresholdBounds>> = {
  silentActiveDays: integerBounds(2, 28),
  silentDays: integerBounds(1, MAX_DAYS),
  silentGapFactor: numberBounds(1, 100),
  silentHighDays: integerBounds(1, MAX_DAYS),
  silentMaxDays: integerBounds(1, MAX_DAYS),
  fallingBaseRequests: integerBounds(1, MAX_REQUESTS),
  fallingShare: numberBounds(0.01, 1),
  fallingDeviations: numberBounds(0, 100),
  failingRequests: integerBounds(1, MAX_REQUESTS),
  failingShare: numberBounds(0.01, 1),
  failingFactor: numberBounds(1, 1_000),
  stuckDays: integerBounds(1, MAX_DAYS),
  stuckRequests: integerBounds(1, MAX_REQUESTS),
  stuckShare: numberBounds(0.01, 1),
};

/** Returns all thresholds of a project: those that it has set, and the defaults of the others. */
export function thresholdsOf(set: Readonly<Record<string, number>>): RiskThresholds {
  const names = Object.keys(RISK_THRESHOLDS) as (keyof RiskThresholds)[];
  const definedThresholds = Object.fromEntries(
    names.flatMap((name) => (set[name] === undefined ? [] : [[name, set[name]]])),
  );
  return { ...RISK_THRESHOLDS, ...definedThresholds };
}
