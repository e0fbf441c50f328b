import type { AreaMigrations } from '../../platform/database/migrations.ts';

const createColumns = (time: string) => `
  ALTER TABLE api_descriptions ADD COLUMN removed_at ${time};
  ALTER TABLE api_descriptions ADD COLUMN indexed TEXT;
  `;
const NAME = 'last OpenAPI document, and its operations in the search';

const createRejectionColumns = (time: string) => `
  ALTER TABLE api_descriptions ADD COLUMN source_commit TEXT;
  ALTER TABLE api_descriptions ADD COLUMN rejected_at ${time};
  ALTER TABLE api_descriptions ADD COLUMN rejected_commit TEXT;
  ALTER TABLE api_descriptions ADD COLUMN rejection TEXT;
  `;
const REJECTIONS_NAME = 'OpenAPI documents that were refused';

/** Migrations of OpenAPI documents. */
export const API_DESCRIPTION_MIGRATIONS: AreaMigrations = {
  sqlite: {
    40: { name: NAME, sql: createColumns('TEXT') },
    42: { name: REJECTIONS_NAME, sql: createRejectionColumns('TEXT') },
  },
  postgres: {
    41: { name: NAME, sql: createColumns('TIMESTAMPTZ') },
    45: { name: REJECTIONS_NAME, sql: createRejectionColumns('TIMESTAMPTZ') },
  },
};
