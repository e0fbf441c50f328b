import { z } from 'zod';
import { type BackupTable, TRAFFIC_TABLES } from './backup-traffic-tables.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();

const NUMBER_KEY = ['number'];

/** Schema that reduces the body of an idempotency record to ids and times. Older backups contain the whole response with the created content. */
const storedBody = text.transform((body) => {
  const { id, createdAt } = z.looseObject({ id: text.optional(), createdAt: text.optional() }).parse(JSON.parse(body));
  return id === undefined ? body : JSON.stringify({ id, createdAt });
});

/** All tables, ordered so that a table follows the tables to which it refers. Search indexes are rebuilt when a backup is restored. */
export const BACKUP_TABLES: readonly BackupTable[] = [
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
  {
    name: 'data_sources',
    key: ['id'],
    row: z.strictObject({ id: text, project_id: text, input: text, created_at: time }),
  },
  {
    name: 'api_descriptions',
    key: ['project_id'],
    row: z.strictObject({ project_id: text, format: text, text, sha256: text, updated_at: time }),
  },
  {
    name: 'context_items',
    key: NUMBER_KEY,
    row: z.strictObject({
      number,
      id: text,
      project_id: text,
      title: text,
      content: text,
      public: z.boolean(),
      created_at: time,
      updated_at: time,
    }),
  },
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
  ...TRAFFIC_TABLES,
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
  {
    name: 'answers',
    key: ['key_id', 'method', 'path', 'idempotency_key'],
    row: z.strictObject({
      key_id: text,
      method: text,
      path: text,
      idempotency_key: text,
      payload: text,
      status: number,
      location: text.nullable(),
      body: storedBody,
      created_at: time,
    }),
  },
];

/** One row of a table in a backup. */
export interface BackupRow {
  readonly table: string;
  readonly row: Readonly<Record<string, string | number | boolean | null>>;
}

/** Parses and validates a row of a backup. @throws Error if the row is invalid */
export function parseRow(value: unknown): BackupRow {
  const { table: name, row } = z.strictObject({ table: text, row: z.unknown() }).parse(value);
  const table = BACKUP_TABLES.find((each) => each.name === name);
  if (!table) throw new Error(`there is no table "${name}"`);
  const rowResult = table.row.safeParse(row);
  if (!rowResult.success) throw new Error(`invalid row of "${name}": ${z.prettifyError(rowResult.error)}`);
  return { table: name, row: rowResult.data as BackupRow['row'] };
}
