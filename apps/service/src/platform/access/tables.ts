import { z } from 'zod';
import type { BackupTable } from '../database/backup-table.ts';

const text = z.string();
const time = z.iso.datetime();

/** Users, projects, members and keys. */
export const ACCESS_TABLES: readonly BackupTable[] = [
  {
    name: 'users',
    key: ['id'],
    row: z.strictObject({ id: text, email: text, created_at: time, revoked_at: time.nullable() }),
  },
  {
    name: 'projects',
    key: ['id'],
    row: z.strictObject({
      id: text,
      slug: text,
      name: text,
      created_at: time,
      closed_at: time.nullable(),
      // Older backups do not contain this column.
      anonymous_mcp: z.boolean().default(false),
    }),
  },
  {
    name: 'members',
    key: ['project_id', 'user_id'],
    row: z.strictObject({ project_id: text, user_id: text, created_at: time }),
  },
  {
    name: 'keys',
    key: ['id'],
    row: z.strictObject({
      id: text,
      user_id: text,
      access: text,
      // Older backups do not contain this column.
      project_id: text.nullable().default(null),
      hash: text,
      name: text,
      created_at: time,
      expires_at: time.nullable(),
      revoked_at: time.nullable(),
      // Older backups do not contain the following columns.
      last_used_at: time.nullable().default(null),
      successor_id: text.nullable().default(null),
    }),
  },
];
