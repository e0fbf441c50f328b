const ASKS_NOTHING = 'the service asks its clients for nothing: no sampling, no elicitation, no roots';
const NO_SUBSCRIPTIONS = 'changes are not told: what is listed may be changed by any process';
const NO_SESSIONS = 'it keeps nothing between requests, so it has no sessions for the scenario to open streams in';

/** What is expected of the suite at a revision of the protocol. */
export interface Baseline {
  /** Checks that succeed in the scenarios which are not left out. */
  readonly checks: number;
  /** Checks of those scenarios that do not apply, each with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Required scenarios that are not passed, each with the reason. */
  readonly leftOut: Readonly<Record<string, string>>;
}

export const BASELINES: Readonly<Record<string, Baseline>> = {
  '2025-11-25': {
    checks: 47,
    skipped: {},
    leftOut: {
      'tools-call-sampling': ASKS_NOTHING,
      'tools-call-elicitation': ASKS_NOTHING,
      'elicitation-sep1034-defaults': ASKS_NOTHING,
      'elicitation-sep1330-enums': ASKS_NOTHING,
      'resources-subscribe': NO_SUBSCRIPTIONS,
      'resources-unsubscribe': NO_SUBSCRIPTIONS,
      'server-sse-multiple-streams': NO_SESSIONS,
    },
  },
  '2026-07-28': {
    checks: 86,
    skipped: { 'sep-2575-server-sends-tools-list-changed-on-subscription': NO_SUBSCRIPTIONS },
    leftOut: Object.fromEntries(
      [
        'basic-elicitation',
        'basic-sampling',
        'basic-list-roots',
        'request-state',
        'multiple-input-requests',
        'multi-round',
        'missing-input-response',
        'non-tool-request',
        'result-type',
        'tampered-state',
        'capability-check',
        'ignore-extra-params',
      ].map((name) => [`input-required-result-${name}`, ASKS_NOTHING]),
    ),
  },
};
