import { z } from 'zod';
import type { BackupTable } from '../database/backup-table.ts';

const text = z.string();
const number = z.int();

/** The bytes that keys have sent. */
export const QUOTA_TABLES: readonly BackupTable[] = [
  { name: 'key_usage', key: ['key_id', 'day'], row: z.strictObject({ key_id: text, day: number, bytes: number }) },
];
