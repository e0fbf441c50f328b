import { z } from 'zod';
import type { BackupTable } from '../database/backup-table.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();
const NUMBER_KEY = ['number'];

/** The audit log. */
export const AUDIT_TABLES: readonly BackupTable[] = [
  {
    name: 'audit',
    key: NUMBER_KEY,
    row: z.strictObject({
      number,
      id: text,
      at: time,
      project_id: text.nullable(),
      slug: text,
      action: text,
      target: text,
      // Older backups contain only entries of members, without the columns that have a default.
      actor: text.default('member'),
      user_id: text.nullable(),
      key_id: text.nullable(),
      system_user: text.nullable().default(null),
      hash_before: text.nullable().default(null),
      hash_after: text.nullable().default(null),
      request_id: text,
      outcome: text,
    }),
  },
];
