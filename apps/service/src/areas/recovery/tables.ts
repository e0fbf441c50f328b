import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();
const NUMBER_KEY = ['number'];

/** The tables of recovery hints and their deliveries. */
export const RECOVERY_TABLES: readonly BackupTable[] = [
  {
    name: 'hints',
    key: NUMBER_KEY,
    row: z.strictObject({
      number,
      id: text,
      project_id: text,
      match_key: text,
      input: text,
      created_at: time,
      updated_at: time,
    }),
  },
  {
    name: 'hint_deliveries',
    key: ['project_id', 'hint_id', 'caller', 'hint_version', 'withheld', 'day'],
    row: z.strictObject({
      project_id: text,
      hint_id: text,
      // Older backups contain deliveries without a version.
      hint_version: text.default(''),
      caller: text,
      group_email: text.nullable(),
      day: number,
      at: time,
      ends_at: time,
      method: text,
      route: text,
      caller_kind: text,
      withheld: z.boolean(),
      recovered: z.boolean().nullable(),
    }),
  },
];
