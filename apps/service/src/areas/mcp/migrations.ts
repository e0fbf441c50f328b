import type { AreaMigrations } from '../../platform/database/migrations.ts';

interface ColumnTypes {
  readonly flag: string;
  readonly count: string;
  readonly duration: string;
}

/** Returns the statements that create the tables. @param options options of the tables */
const createTables = ({ flag, count, duration }: ColumnTypes, options: string) => `
  CREATE TABLE mcp_tools (
    project_id TEXT NOT NULL REFERENCES projects (id),
    name TEXT NOT NULL,
    enabled ${flag} NOT NULL,
    description TEXT,
    PRIMARY KEY (project_id, name)
  )${options};
  CREATE TABLE mcp_tool_days (
    project_id TEXT NOT NULL REFERENCES projects (id),
    day ${count} NOT NULL,
    tool TEXT NOT NULL,
    client TEXT NOT NULL,
    calls ${count} NOT NULL,
    errors ${count} NOT NULL,
    duration_ms ${duration} NOT NULL,
    PRIMARY KEY (project_id, day, tool, client)
  )${options};
  CREATE INDEX mcp_tool_days_by_day ON mcp_tool_days (day);
  `;
/** Returns the statements that create the tables of intents. @param options options of the tables */
const createIntentTables = (time: string, options: string) => `
  CREATE TABLE mcp_intent_projects (
    project_id TEXT NOT NULL REFERENCES projects (id) PRIMARY KEY
  )${options};
  CREATE TABLE mcp_intents (
    project_id TEXT NOT NULL REFERENCES projects (id),
    id TEXT NOT NULL,
    tool TEXT NOT NULL,
    client TEXT NOT NULL,
    intent TEXT NOT NULL,
    at ${time} NOT NULL,
    PRIMARY KEY (project_id, id)
  )${options};
  CREATE INDEX mcp_intents_by_tool ON mcp_intents (project_id, tool, at);
  `;
const INTENTS_NAME = 'intents of MCP calls';
const NAME = 'settings and calls of MCP tools';
const SQLITE_TYPES: ColumnTypes = { flag: 'INTEGER', count: 'INTEGER', duration: 'REAL' };
const POSTGRES_TYPES: ColumnTypes = { flag: 'BOOLEAN', count: 'BIGINT', duration: 'DOUBLE PRECISION' };

/** Migrations of the MCP catalog. */
export const MCP_MIGRATIONS: AreaMigrations = {
  sqlite: {
    32: { name: NAME, sql: createTables(SQLITE_TYPES, ' STRICT, WITHOUT ROWID') },
    37: { name: INTENTS_NAME, sql: createIntentTables('TEXT', ' STRICT, WITHOUT ROWID') },
  },
  postgres: {
    33: { name: NAME, sql: createTables(POSTGRES_TYPES, '') },
    38: { name: INTENTS_NAME, sql: createIntentTables('TIMESTAMPTZ', '') },
  },
};
