import { createHash } from 'node:crypto';
import { StoreInputError } from './store-input-error.ts';

/** A step from one schema to the next. Never edit one that was released: add one. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Where the engine cannot do it, the service does without. */
  readonly optional?: true;
}

/** A step that a database has taken, as its table `migrations` says. */
export interface Applied {
  readonly version: number;
  readonly checksum: string;
}

export function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex');
}

/**
 * The steps that a database has still to take.
 * @throws StoreInputError when it is newer than this service, or was brought here by other steps
 */
export function pendingOf(
  known: readonly Migration[],
  applied: readonly Applied[],
): { version: number; step: Migration }[] {
  const newest = Math.max(0, ...applied.map(({ version }) => version));
  if (newest > known.length) {
    throw new StoreInputError(
      `it has schema ${newest}, this version of the service knows ${known.length}: use the newer one`,
    );
  }
  const steps = known.map((step, index) => ({ version: index + 1, step }));
  return steps.filter(({ version, step }) => {
    const found = applied.find((each) => each.version === version);
    if (!found && version < newest) {
      throw new StoreInputError(
        `it has schema ${newest} without step ${version} (${step.name}): restore it from a backup`,
      );
    }
    if (found && found.checksum !== checksumOf(step)) {
      throw new StoreInputError(
        `its schema step ${version} (${step.name}) is not the one that this version of the service knows: use the version that made the database`,
      );
    }
    return !found;
  });
}
