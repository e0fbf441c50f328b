import { oneOf, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';
import { RECORD_KINDS } from './store.ts';

/** A backup contains no connections, because it contains no tokens: after a restore, people connect their applications again. */
export const CONNECTIONS = defineTable({
  name: 'connections',
  key: ['id'],
  isBackedUp: false,
  columns: {
    id: text(),
    userId: text(),
    projectId: text(),
    clientId: text({ content: 'members' }),
    clientName: text({ content: 'members' }),
    clientHost: text({ content: 'members' }),
    scope: text(),
    resource: text({ content: 'members' }),
    createdAt: time(),
    lastUsedAt: time({ nullable: true }),
  },
});

export const AUTHORIZATION_RECORDS = defineTable({
  name: 'authorization_records',
  key: ['hash'],
  isBackedUp: false,
  columns: {
    hash: text(),
    kind: oneOf(RECORD_KINDS),
    connectionId: text({ nullable: true }),
    payload: text({ content: 'members' }),
    createdAt: time(),
    expiresAt: time(),
    consumedAt: time({ nullable: true }),
  },
});

export const OAUTH_TABLES = [CONNECTIONS, AUTHORIZATION_RECORDS];
