import { CLIENT_REQUEST_SCENARIOS } from '@context-sync/mcp-conformance';

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
      ...leaveOutRequests('2025-11-25'),
      'resources-subscribe': NO_SUBSCRIPTIONS,
      'resources-unsubscribe': NO_SUBSCRIPTIONS,
      'server-sse-multiple-streams': NO_SESSIONS,
    },
  },
  '2026-07-28': {
    checks: 86,
    skipped: { 'sep-2575-server-sends-tools-list-changed-on-subscription': NO_SUBSCRIPTIONS },
    leftOut: leaveOutRequests('2026-07-28'),
  },
};

function leaveOutRequests(revision: string): Record<string, string> {
  return Object.fromEntries((CLIENT_REQUEST_SCENARIOS[revision] ?? []).map((name) => [name, ASKS_NOTHING]));
}
