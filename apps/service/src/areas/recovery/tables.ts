import { boolean, integer, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

export const HINTS = defineTable({
  name: 'hints',
  key: ['number'],
  columns: {
    number: integer(),
    id: text(),
    projectId: text(),
    matchKey: text({ content: 'members' }),
    input: text({ content: 'members' }),
    createdAt: time(),
    updatedAt: time(),
  },
});

/** Deliveries of versions of hints to users by day, including withheld hints. */
export const HINT_DELIVERIES = defineTable({
  name: 'hint_deliveries',
  key: ['projectId', 'hintId', 'userId', 'hintVersion', 'withheld', 'day'],
  columns: {
    projectId: text(),
    hintId: text(),
    hintVersion: text({ missing: '' }),
    userId: text({ column: 'caller', content: 'user' }),
    groupEmail: text({ content: 'of-user', nullable: true }),
    day: integer(),
    at: time(),
    endsAt: time(),
    method: text({ content: 'name' }),
    route: text({ content: 'route' }),
    clientKind: text({ column: 'caller_kind' }),
    withheld: boolean(),
    recovered: boolean({ nullable: true }),
  },
});

export const RECOVERY_TABLES = [HINTS, HINT_DELIVERIES];
