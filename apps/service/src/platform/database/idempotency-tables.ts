import { z } from 'zod';
import type { BackupTable } from './backup-table.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();

/** Schema that reduces the body of an idempotency record to ids and times. Older backups contain the whole response with the created content. */
const storedBody = text.transform((body) => {
  const { id, createdAt } = z.looseObject({ id: text.optional(), createdAt: text.optional() }).parse(JSON.parse(body));
  return id === undefined ? body : JSON.stringify({ id, createdAt });
});

/** Idempotency records. */
export const IDEMPOTENCY_TABLES: readonly BackupTable[] = [
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
