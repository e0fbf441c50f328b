import { boolean, oneOf, text, time } from '../database/column.ts';
import { defineTable } from '../database/table.ts';
import { ACCESSES } from './accounts.ts';
import { ROLES } from './roles.ts';

/** The accounts of members. */
export const ACCOUNTS = defineTable({
  name: 'users',
  key: ['id'],
  columns: { id: text(), email: text({ content: 'members' }), createdAt: time(), revokedAt: time({ nullable: true }) },
});

export const PROJECTS = defineTable({
  name: 'projects',
  key: ['id'],
  columns: {
    id: text(),
    slug: text({ content: 'members' }),
    name: text({ content: 'members' }),
    createdAt: time(),
    closedAt: time({ nullable: true }),
    anonymousMcp: boolean({ missing: false }),
  },
});

export const MEMBERS = defineTable({
  name: 'members',
  key: ['projectId', 'userId'],
  // Members of older backups may do everything, as they could before there were roles.
  columns: { projectId: text(), userId: text(), createdAt: time(), role: oneOf(ROLES, { missing: 'owner' }) },
});

export const KEYS = defineTable({
  name: 'keys',
  key: ['id'],
  columns: {
    id: text(),
    userId: text(),
    access: oneOf(ACCESSES),
    projectId: text({ nullable: true, missing: null }),
    hash: text(),
    name: text({ content: 'members' }),
    createdAt: time(),
    expiresAt: time({ nullable: true }),
    revokedAt: time({ nullable: true }),
    lastUsedAt: time({ nullable: true, missing: null }),
    successorId: text({ nullable: true, missing: null }),
  },
});

export const ACCESS_TABLES = [ACCOUNTS, PROJECTS, MEMBERS, KEYS];
