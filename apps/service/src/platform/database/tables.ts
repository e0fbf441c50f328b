import { z } from 'zod';
import { integer, text, time } from './column.ts';
import { defineTable } from './table.ts';

/** Schema that reduces the body of an idempotency record to ids and times. Older backups contain the complete response with the created content. */
const storedBody = z.string().transform((body) => {
  const createdProperties = z
    .looseObject({ id: z.string().optional(), createdAt: z.string().optional() })
    .parse(JSON.parse(body));
  return createdProperties.id === undefined
    ? body
    : JSON.stringify({ id: createdProperties.id, createdAt: createdProperties.createdAt });
});

export const IDEMPOTENCY_RECORDS = defineTable({
  name: 'answers',
  key: ['keyId', 'method', 'path', 'idempotencyKey'],
  columns: {
    keyId: text(),
    method: text(),
    path: text({ content: 'expiring' }),
    idempotencyKey: text({ content: 'expiring' }),
    payload: text(),
    status: integer(),
    location: text({ nullable: true }),
    body: text({ schema: storedBody }),
    createdAt: time(),
  },
});

const MIGRATIONS = defineTable({
  name: 'migrations',
  key: ['version'],
  isBackedUp: false,
  columns: { version: integer(), name: text(), checksum: text(), appliedAt: time() },
});

const CLOCK = defineTable({
  name: 'clock',
  key: ['name'],
  isBackedUp: false,
  columns: { name: text(), at: time() },
});

/** The table of the write probe. In PostgreSQL, each probe creates a temporary table. */
const WRITE_PROBE = defineTable({
  name: 'write_probe',
  key: [],
  isBackedUp: false,
  onlyIn: 'sqlite',
  columns: { filler: text() },
});

export const DATABASE_TABLES = [IDEMPOTENCY_RECORDS, MIGRATIONS, CLOCK, WRITE_PROBE];
