import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();

/** The tables of the users of the captured API. */
export const USER_TABLES: readonly BackupTable[] = [
  {
    name: 'caller_days',
    key: ['project_id', 'caller', 'day'],
    row: z.strictObject({
      project_id: text,
      caller: text,
      day: number,
      n: number,
      e4: number,
      e5: number,
      // Older backups do not contain the following columns.
      other: number.default(0),
      throttled: number.default(0),
      bots: number.nullable().default(null),
    }),
  },
  {
    name: 'callers',
    key: ['project_id', 'id'],
    row: z.strictObject({
      project_id: text,
      id: text,
      email: text.nullable(),
      // Older backups do not contain this column. The next check looks up the spellings in the logs.
      spellings: text.nullable().default(null),
      name: text.nullable(),
      note: text.nullable(),
      ignored: number,
      snoozed_until: number.nullable(),
      first_seen: number,
      last_seen: number,
      // Older backups do not contain this column. The next request sets it.
      client_kind: text.nullable().default(null),
      n7: number,
      // Older backups do not contain this column. The next check sets it.
      n7_before: number.default(0),
      n30: number,
      e30: number,
      risk_level: number,
      reasons: text,
    }),
  },
  { name: 'risk_thresholds', key: ['project_id'], row: z.strictObject({ project_id: text, thresholds: text }) },
  {
    name: 'erasures',
    key: ['project_id', 'caller'],
    row: z.strictObject({
      project_id: text,
      caller: text,
      requested_at: time,
      finished_at: time.nullable(),
      logs: number,
    }),
  },
];
