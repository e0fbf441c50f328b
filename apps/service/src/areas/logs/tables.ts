import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();
const NUMBER_KEY = ['number'];

/** The tables of captured requests. */
export const LOG_TABLES: readonly BackupTable[] = [
  {
    name: 'logs',
    key: NUMBER_KEY,
    row: z.strictObject({
      number,
      id: text,
      project_id: text,
      status: number,
      method: text,
      url: text,
      group_email: text.nullable(),
      timestamp: time,
      request: text,
      response: text,
      // Older backups do not contain the following columns.
      duration_ms: z.number().nullable().default(null),
      route: text.nullable().default(null),
      user_agent: text.nullable().default(null),
      caller: text.nullable().default(null),
      error_code: text.nullable().default(null),
      environment: text.default('production'),
      trace_id: text.nullable().default(null),
      recovery_hint_id: text.nullable().default(null),
      route_source: text.nullable().default(null),
    }),
  },
];
