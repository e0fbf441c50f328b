import { boolean, oneOf, text, time } from '../database/column.ts';
import { defineTable } from '../database/table.ts';
import { ACCESSES } from './accounts.ts';
import { TOKEN_KINDS } from './one-time-tokens.ts';
import { ROLES } from './roles.ts';
import { SIGN_IN_METHODS } from './sessions.ts';

/** The accounts of members. */
export const ACCOUNTS = defineTable({
  name: 'users',
  key: ['id'],
  columns: {
    id: text(),
    email: text({ content: 'members' }),
    name: text({ content: 'members', missing: '' }),
    createdAt: time(),
    revokedAt: time({ nullable: true }),
  },
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
  // Members in older backups become owners, because they had all permissions before roles existed.
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

/** Sessions of members in browsers. A backup does not contain sessions, so that no one can sign in with a stolen backup. */
export const SESSIONS = defineTable({
  name: 'sessions',
  key: ['id'],
  isBackedUp: false,
  columns: {
    id: text(),
    hash: text(),
    userId: text(),
    method: oneOf(SIGN_IN_METHODS),
    userAgent: text({ content: 'members' }),
    createdAt: time(),
    lastUsedAt: time(),
    expiresAt: time(),
    revokedAt: time({ nullable: true }),
  },
});

/** Secrets that are valid for a short time and only once. A backup does not contain these secrets. */
export const ONE_TIME_TOKENS = defineTable({
  name: 'one_time_tokens',
  key: ['hash'],
  isBackedUp: false,
  columns: {
    hash: text(),
    kind: oneOf(TOKEN_KINDS),
    userId: text({ nullable: true }),
    data: text({ content: 'members' }),
    createdAt: time(),
    expiresAt: time(),
    usedAt: time({ nullable: true }),
  },
});

export const ACCESS_TABLES = [ACCOUNTS, PROJECTS, MEMBERS, KEYS, SESSIONS, ONE_TIME_TOKENS];
