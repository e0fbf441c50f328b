import type { AreaMigrations } from '../../platform/database/migrations.ts';

const createColumns = (time: string) => `
  ALTER TABLE api_descriptions ADD COLUMN removed_at ${time};
  ALTER TABLE api_descriptions ADD COLUMN indexed TEXT;
  `;
const NAME = 'last OpenAPI document, and its operations in the search';

/** Migrations of OpenAPI documents. */
export const API_DESCRIPTION_MIGRATIONS: AreaMigrations = {
  sqlite: { 40: { name: NAME, sql: createColumns('TEXT') } },
  postgres: { 41: { name: NAME, sql: createColumns('TIMESTAMPTZ') } },
};
