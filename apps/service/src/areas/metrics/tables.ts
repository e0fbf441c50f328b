import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';

const text = z.string();
const number = z.int();
const NUMBER_KEY = ['number'];
const COUNTS = { n: number, c2: number, c3: number, c4: number, c5: number };

/** The tables of counted requests and bytes. */
export const METRICS_TABLES: readonly BackupTable[] = [
  {
    name: 'endpoints',
    key: NUMBER_KEY,
    row: z.strictObject({
      number,
      project_id: text,
      id: text,
      method: text,
      route: text,
      // Older backups do not contain the following columns.
      source: text.default('inferred'),
      used: number.default(0),
    }),
  },
  {
    name: 'traffic_environments',
    key: ['project_id', 'name'],
    // Older backups do not contain the use.
    row: z.strictObject({ project_id: text, name: text, used: number.default(0) }),
  },
  {
    name: 'traffic_state',
    key: ['project_id'],
    row: z.strictObject({
      project_id: text,
      minutes_since: number,
      hours_since: number,
      // Older backups do not contain this column. The next deletion of old logs sets it.
      logs_since: number.default(0),
      // Older backups do not contain this column. The next requests set it.
      used_week: number.default(0),
    }),
  },
  {
    name: 'log_bytes',
    key: ['project_id', 'day'],
    row: z.strictObject({ project_id: text, day: number, bytes: number }),
  },
  { name: 'traffic_pending', key: NUMBER_KEY, row: z.strictObject({ number, project_id: text, delta: text }) },
  {
    name: 'traffic',
    key: ['project_id', 'grain', 'endpoint', 'bucket', 'environment', 'caller'],
    row: z.strictObject({
      project_id: text,
      grain: number,
      endpoint: number,
      bucket: number,
      environment: text,
      caller: text,
      ...COUNTS,
      histogram: text,
    }),
  },
  {
    name: 'traffic_errors',
    key: ['project_id', 'day', 'endpoint', 'status', 'error_code'],
    row: z.strictObject({
      project_id: text,
      day: number,
      endpoint: number,
      status: number,
      error_code: text,
      n: number,
    }),
  },
];
