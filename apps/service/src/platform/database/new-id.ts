import { createHmac, randomBytes } from 'node:crypto';

/** Creates an id that cannot be guessed: the prefix, `_`, and 96 random bits. */
export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Creates a secret seed from which the ids of a batch are derived. */
export function createSeed(): string {
  return randomBytes(16).toString('hex');
}

/** Derives the id of an entry in a batch. Without the seed, the id cannot be distinguished from a random id. */
export function deriveId(prefix: string, seed: string, index: number): string {
  return `${prefix}_${createHmac('sha256', seed).update(String(index)).digest('hex').slice(0, 24)}`;
}
