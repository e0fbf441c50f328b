import type { AreaMigrations } from '../../platform/database/migrations.ts';

interface UseCaseTypes {
  readonly count: string;
  readonly flag: string;
  readonly time: string;
}

/** Returns the statements that create the table. @param options options of the table */
const createTables = ({ count, flag, time }: UseCaseTypes, options: string) => `
  CREATE TABLE use_cases (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES projects (id),
    workflow_id TEXT NOT NULL,
    place ${count} NOT NULL,
    workflow TEXT NOT NULL,
    public ${flag} NOT NULL,
    etag TEXT NOT NULL,
    created_at ${time} NOT NULL,
    updated_at ${time} NOT NULL,
    UNIQUE (project_id, workflow_id)
  )${options};
  `;
const NAME = 'use cases';

/** Migrations of use cases. */
export const USE_CASE_MIGRATIONS: AreaMigrations = {
  sqlite: { 38: { name: NAME, sql: createTables({ count: 'INTEGER', flag: 'INTEGER', time: 'TEXT' }, ' STRICT') } },
  postgres: { 39: { name: NAME, sql: createTables({ count: 'BIGINT', flag: 'BOOLEAN', time: 'TIMESTAMPTZ' }, '') } },
};
