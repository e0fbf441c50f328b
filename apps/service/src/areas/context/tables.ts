import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';
import { getText } from '../../platform/database/sql.ts';
import { toTsVector } from './postgres-words.ts';

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
    deriveColumns: (row, database) =>
      database === 'postgres'
        ? {
            words: toTsVector(getText(row, 'project_id'), {
              title: getText(row, 'title'),
              content: getText(row, 'content'),
            }),
          }
        : {},
  },
];
