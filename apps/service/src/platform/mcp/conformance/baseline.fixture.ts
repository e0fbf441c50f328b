const ASKS_NOTHING = 'the service sends no requests to its clients: no sampling, no elicitation, no roots';
const NO_SUBSCRIPTIONS = 'there are no change notifications, because any process may change the lists';
const NO_SESSIONS =
  'it keeps no state between requests, so there are no sessions in which the scenario could open streams';

/** Expected results of the conformance suite for one revision of the protocol. */
export interface Baseline {
  /** Number of successful checks in the applicable scenarios. */
  readonly checks: number;
  /** Checks that do not apply to this server, each with the reason. */
  readonly skipped: Readonly<Record<string, string>>;
  /** Required scenarios that do not pass, each with the reason. */
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
