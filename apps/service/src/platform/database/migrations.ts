import { createHash } from 'node:crypto';
import { getExisting } from '@context-sync/base';
import { StoreInputError } from './store-input-error.ts';

/** A migration of the schema. Released migrations must not be edited; a new migration must be added instead. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Whether the migration is optional. If the database engine does not support the migration, the service works without it. */
  readonly optional?: true;
}

/** The migrations of an area by their version in each database. */
export interface AreaMigrations {
  readonly sqlite: Readonly<Record<number, Migration>>;
  readonly postgres: Readonly<Record<number, Migration>>;
}

/**
 * Returns all migrations of one database in the order of their versions.
 * @param first the first migrations, whose versions start at 1
 * @throws Error if two areas use the same version, or if a version is missing
 */
export function orderMigrations(
  first: readonly Migration[],
  areas: readonly Readonly<Record<number, Migration>>[],
): Migration[] {
  const byVersion = new Map(first.map((migration, index) => [index + 1, migration]));
  for (const [version, migration] of areas.flatMap(Object.entries<Migration>)) {
    const known = byVersion.get(Number(version));
    if (known) throw new Error(`two migrations have the version ${version}: "${known.name}" and "${migration.name}"`);
    byVersion.set(Number(version), migration);
  }
  const versions = [...byVersion.keys()].sort((a, b) => a - b);
  const missing = versions.findIndex((version, index) => version !== index + 1);
  if (missing >= 0) throw new Error(`no migration has the version ${missing + 1}`);
  return versions.map((version) => getExisting(byVersion, version));
}

/** A migration that is recorded in the table `migrations`. */
export interface AppliedMigration {
  readonly version: number;
  readonly checksum: string;
}

export function computeChecksum({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

/**
 * Returns the migrations that have not been applied yet.
 * @throws StoreInputError if the database is newer than this service, or if other migrations have been applied to it
 */
export function listPendingMigrations(
  knownMigrations: readonly Migration[],
  appliedMigrations: readonly AppliedMigration[],
): { version: number; migration: Migration }[] {
  const newestVersion = Math.max(0, ...appliedMigrations.map(({ version }) => version));
  if (newestVersion > knownMigrations.length) {
    throw new StoreInputError(
      `its schema version is ${newestVersion}, but this version of the service only supports ${knownMigrations.length}: use a newer version`,
    );
  }
  const migrations = knownMigrations.map((migration, index) => ({ version: index + 1, migration }));
  return migrations.filter(({ version, migration }) => {
    const appliedMigration = appliedMigrations.find((each) => each.version === version);
    if (!appliedMigration && version < newestVersion) {
      throw new StoreInputError(
        `its schema version is ${newestVersion}, but migration ${version} (${migration.name}) is missing: restore it from a backup`,
      );
    }
    if (appliedMigration && appliedMigration.checksum !== computeChecksum(migration)) {
      throw new StoreInputError(
        `its migration ${version} (${migration.name}) differs from the one in this version of the service: use the version that created the database`,
      );
    }
    return !appliedMigration;
  });
}
