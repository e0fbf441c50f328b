import type { Migration } from '../../platform/database/migrations.ts';

export const THRESHOLDS_MIGRATION: Migration = {
  name: 'thresholds of users at risk',
  sql: `
  CREATE TABLE risk_thresholds (project_id TEXT PRIMARY KEY, thresholds TEXT NOT NULL) STRICT, WITHOUT ROWID;
  `,
};
