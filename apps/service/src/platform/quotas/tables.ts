import { integer, text } from '../database/column.ts';
import { defineTable } from '../database/table.ts';

/** The bytes that were sent with each key, by day. */
export const KEY_USAGE = defineTable({
  name: 'key_usage',
  key: ['keyId', 'day'],
  columns: { keyId: text(), day: integer(), bytes: integer() },
});
