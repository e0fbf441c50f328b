import { setTimeout } from 'node:timers/promises';
import type { TestService } from '@context-sync/testkit';
import type { DemoChecks } from './demo-checks.ts';
import { createServiceRequests, type ServiceRequests } from './service-requests.ts';
import { formatPercent, screen } from './terminal-screen.ts';
import { createMonthOfRequests, FAILING_USER, SILENT_USER } from './user-history.ts';

/** Maximum time in milliseconds to wait for the list of users. The service needs at most a few seconds to count the requests and check the users. */
const MAX_WAIT_MS = 60_000;
const POLL_INTERVAL_MS = 100;
const NAME_WIDTH = SILENT_USER.length + 2;

interface ListedUser {
  readonly id: string;
  readonly groupEmail: string;
  readonly risk: {
    readonly reasons: readonly { readonly code: string; readonly facts: Readonly<Record<string, number>> }[];
  } | null;
}
interface UserDay {
  readonly requests: number;
  readonly status4xx: number;
  readonly status5xx: number;
}

/** Imports a month of captured requests, lists the users at risk, and compares the facts of each reason with the user's requests by day. */
export async function demonstrateRisk(checks: DemoChecks, service: TestService): Promise<void> {
  screen.chapter('A month of captured requests: which users are at risk?');
  const requests = createServiceRequests(service);
  const logs = createMonthOfRequests(Date.now());
  await requests.importLogs(logs);
  await listUsers(requests, `q=${SILENT_USER}`);
  screen.line(
    `${logs.length} requests of 3 users imported. The service checks every ten minutes; this one restarts instead`,
  );
  await service.restart();
  const users = await listUsers(requests, 'atRisk=true', 2);
  const names = users.map(({ groupEmail }) => groupEmail).toSorted();
  checks.check(
    JSON.stringify(names) === JSON.stringify([SILENT_USER, FAILING_USER]),
    `${users.length} of them are at risk, each for a reason with its numbers:`,
    `these users are listed: ${JSON.stringify(users)}`,
  );
  for (const { groupEmail, risk } of users) {
    for (const { code, facts } of risk?.reasons ?? [])
      screen.line(`  ${groupEmail.padEnd(NAME_WIDTH)}${code.padEnd(9)}${describeFacts(code, facts)}`);
  }
  const doubtfulUsers: string[] = [];
  for (const user of users) if (!(await isConfirmed(requests, user))) doubtfulUsers.push(user.groupEmail);
  checks.check(
    doubtfulUsers.length === 0,
    'the numbers agree with the requests of each user by day',
    `they differ for ${doubtfulUsers.join(', ')}`,
  );
}

/** Returns the users once the list has `count` of them. The service counts requests every second, and checks the users one after another after its start. */
async function listUsers({ send }: ServiceRequests, query: string, count = 1): Promise<readonly ListedUser[]> {
  const deadline = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const { users } = await send<{ readonly users: readonly ListedUser[] }>('GET', `/users?${query}`);
    if (users.length >= count || Date.now() > deadline) return users;
    await setTimeout(POLL_INTERVAL_MS);
  }
}

function describeFacts(code: string, facts: Readonly<Record<string, number>>): string {
  const { silentDays, activeDaysBefore, requests, failures, share = 0, shareBefore = 0 } = facts;
  if (code === 'silent')
    return `no request for ${silentDays} days; called on ${activeDaysBefore} of the 28 days before`;
  return `${failures} of ${requests} requests failed in the last 7 days: ${formatPercent(share)}, before ${formatPercent(shareBefore)}`;
}

/** Returns whether the figures of a reason equal those computed from the user's requests by day. The last day is today. */
async function isConfirmed({ send }: ServiceRequests, { id, risk }: ListedUser): Promise<boolean> {
  const { days } = await send<{ readonly days: readonly UserDay[] }>('GET', `/users/${id}`);
  const week = days.slice(-7);
  const lastActive = days.findLastIndex(({ requests }) => requests > 0);
  const countByReason: Readonly<Record<string, number>> = {
    silentDays: days.length - 2 - lastActive,
    requests: week.reduce((total, day) => total + day.requests, 0),
    failures: week.reduce((total, day) => total + day.status4xx + day.status5xx, 0),
  };
  const facts = risk?.reasons.flatMap((reason) => Object.entries(reason.facts)) ?? [];
  const comparable = facts.filter(([name]) => name in countByReason);
  return comparable.length > 0 && comparable.every(([name, value]) => countByReason[name] === value);
}
