import { z } from 'zod';
import type { BackupTable } from '../../platform/database/backup-table.ts';

const text = z.string();
const time = z.iso.datetime();

/** The tables of OpenAPI documents. */
export const API_DESCRIPTION_TABLES: readonly BackupTable[] = [
  {
    name: 'api_descriptions',
    key: ['project_id'],
    row: z.strictObject({ project_id: text, format: text, text, sha256: text, updated_at: time }),
  },
];
