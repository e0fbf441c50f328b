import { createHash } from 'node:crypto';
import { StoreInputError } from './store-input-error.ts';

/** A migration of the schema. Released migrations must not be edited; a new migration must be added instead. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Marks an optional migration. If the database engine does not support it, the service works without it. */
  readonly optional?: true;
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
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): { version: number; migration: Migration }[] {
  const newestVersion = Math.max(0, ...applied.map(({ version }) => version));
  if (newestVersion > known.length) {
    throw new StoreInputError(
      `its schema version is ${newestVersion}, but this version of the service only supports ${known.length}: use a newer version`,
    );
  }
  const migrations = known.map((migration, index) => ({ version: index + 1, migration }));
  return migrations.filter(({ version, migration }) => {
    const appliedMigration = applied.find((each) => each.version === version);
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
