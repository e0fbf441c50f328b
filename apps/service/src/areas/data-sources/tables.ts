import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';
import { getText } from '../../platform/database/sql.ts';
import { getIdentity } from './sql.ts';

const text = z.string();
const time = z.iso.datetime();

/** Schema of the stored input of a data source. Its values may exceed limits that were introduced later. */
const storedInput = z.looseObject({ owner: text, repo: text, branch: text, category: text });

/** The tables of data sources. */
export const DATA_SOURCE_TABLES: readonly BackupTable[] = [
  {
    name: 'data_sources',
    key: ['id'],
    row: z.strictObject({ id: text, project_id: text, input: text, created_at: time }),
    deriveColumns: (row) => ({ identity: getIdentity(storedInput.parse(JSON.parse(getText(row, 'input')))) }),
  },
];
