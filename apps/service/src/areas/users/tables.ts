import { CLIENT_KINDS } from '@context-sync/core/client-kind';
import { integer, oneOf, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

/** The requests of a user on a day. */
export const USER_DAYS = defineTable({
  name: 'caller_days',
  key: ['projectId', 'userId', 'day'],
  columns: {
    projectId: text(),
    userId: text({ column: 'caller', content: 'user' }),
    day: integer(),
    n: integer(),
    e4: integer(),
    e5: integer(),
    other: integer({ missing: 0 }),
    throttled: integer({ missing: 0 }),
    bots: integer({ nullable: true, missing: null }),
  },
});

/** The users of the captured API. */
export const USERS = defineTable({
  name: 'callers',
  key: ['projectId', 'id'],
  columns: {
    projectId: text(),
    id: text({ content: 'user' }),
    email: text({ content: 'of-user', nullable: true }),
    // The next check of the project's users reads the forms of the email address from the logs.
    spellings: text({ content: 'of-user', nullable: true, missing: null }),
    name: text({ content: 'of-user', nullable: true }),
    note: text({ content: 'of-user', nullable: true }),
    ignored: integer(),
    snoozedUntil: integer({ nullable: true }),
    firstSeen: integer(),
    lastSeen: integer(),
    // Set by the next request.
    clientKind: oneOf(CLIENT_KINDS, { nullable: true, missing: null }),
    n7: integer(),
    // Set by the next check.
    n7Before: integer({ missing: 0 }),
    n30: integer(),
    e30: integer(),
    riskLevel: integer(),
    reasons: text(),
  },
});

export const RISK_THRESHOLDS = defineTable({
  name: 'risk_thresholds',
  key: ['projectId'],
  columns: { projectId: text(), thresholds: text() },
});

/** The erasures of users. The id of a user is a hash of the email address. The id is kept, so that members can see that the erasure is finished. */
export const ERASURES = defineTable({
  name: 'erasures',
  key: ['projectId', 'userId'],
  columns: {
    projectId: text(),
    userId: text({ column: 'caller' }),
    requestedAt: time(),
    finishedAt: time({ nullable: true }),
    logs: integer(),
  },
});

export const USER_TABLES = [USER_DAYS, USERS, RISK_THRESHOLDS, ERASURES];
