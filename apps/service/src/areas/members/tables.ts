import { ROLES } from '../../platform/access/roles.ts';
import { oneOf, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';
import { INVITE_STATES } from './store.ts';

export const INVITES = defineTable({
  name: 'invites',
  key: ['id'],
  columns: {
    id: text(),
    projectId: text(),
    email: text({ content: 'members' }),
    role: oneOf(ROLES),
    hash: text(),
    state: oneOf(INVITE_STATES),
    invitedBy: text({ nullable: true }),
    createdAt: time(),
    expiresAt: time(),
  },
});

export const MEMBER_TABLES = [INVITES];
