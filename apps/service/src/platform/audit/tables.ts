import { integer, oneOf, text, time } from '../database/column.ts';
import { defineTable } from '../database/table.ts';
import { AUDIT_ACTOR_KINDS, AUDIT_OUTCOMES } from './audit.ts';

export const AUDIT = defineTable({
  name: 'audit',
  key: ['number'],
  columns: {
    number: integer(),
    id: text(),
    at: time(),
    projectId: text({ nullable: true }),
    slug: text({ content: 'members' }),
    action: text(),
    target: text(),
    // Older backups contain only entries of members.
    actor: oneOf(AUDIT_ACTOR_KINDS, { missing: 'member' }),
    userId: text({ nullable: true }),
    keyId: text({ nullable: true }),
    systemUser: text({ content: 'members', nullable: true, missing: null }),
    hashBefore: text({ nullable: true, missing: null }),
    hashAfter: text({ nullable: true, missing: null }),
    requestId: text(),
    outcome: oneOf(AUDIT_OUTCOMES),
  },
});

/** Contains a row while old entries are deleted. The triggers allow deletions only while this row exists. */
const AUDIT_RETENTION = defineTable({
  name: 'audit_retention',
  key: [],
  isBackedUp: false,
  columns: { keepFrom: time() },
});

export const AUDIT_TABLES = [AUDIT, AUDIT_RETENTION];
