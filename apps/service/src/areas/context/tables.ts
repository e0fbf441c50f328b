import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';
import { indexAllItems } from './reindex-sql.ts';

const text = z.string();
const time = z.iso.datetime();
const number = z.int();
const NUMBER_KEY = ['number'];

/** The tables of context items. */
export const CONTEXT_TABLES: readonly BackupTable[] = [
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
    finishRestore: indexAllItems,
  },
];
