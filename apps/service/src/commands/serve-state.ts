import { resolve } from 'node:path';
import { removeUrlCredentials } from '@context-sync/core';
import { readPackageVersion } from '../platform/cli/package-version.ts';
import { describePostgresUrl } from '../platform/database/postgres/postgres-url.ts';

/** What an operator must know about a running service. */
export interface ServiceState {
  readonly version: string;
  /** The kind and the place of the database, without its password. */
  readonly database: string;
  /** The database in which the logs are stored, without its password. */
  readonly logs: string;
}

/**
 * Describes the version and the databases of the service.
 * @param database file or URL of the database
 * @param logs URL of the ClickHouse database; undefined if the logs are stored in the database itself
 */
export function describeService(database: string, logs: string | undefined): ServiceState {
  return {
    version: readPackageVersion(),
    database: describeDatabase(database),
    logs: logs === undefined ? 'in the database' : describeClickHouse(logs),
  };
}

/** Returns the line that is printed after the start. */
export function formatStart({ version, database, logs }: ServiceState): string {
  return `context-sync-service ${version}; database: ${database}; logs: ${logs}`;
}

function describeDatabase(database: string): string {
  if (database === ':memory:') return 'SQLite in memory';
  if (!/^postgres(ql)?:/i.test(database)) return `SQLite ${resolve(database)}`;
  // The description is undefined for a URL without a host, which is a socket of this machine.
  return ['PostgreSQL', describePostgresUrl(database) ?? ''].join(' ').trim();
}

function describeClickHouse(logs: string): string {
  return `ClickHouse ${removeUrlCredentials(logs)}`;
}
