import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

/** Creates an id that cannot be guessed: the prefix, `_`, and 96 random bits. */
export function createId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Creates a secret seed from which the ids of a batch are derived. */
export function createSeed(): string {
  return randomBytes(16).toString('hex');
}

/** The key of the last seed: the ids of a batch are derived one after the other, and creating a key takes longer than using it. */
let lastKey: { readonly seed: string; readonly key: KeyObject } | undefined;

/** Derives the id of an entry in a batch. Without the seed, the id cannot be distinguished from a random id. */
export function deriveId(prefix: string, seed: string, index: number): string {
  if (lastKey?.seed !== seed) lastKey = { seed, key: createSecretKey(seed, 'utf8') };
  return `${prefix}_${createHmac('sha256', lastKey.key).update(String(index)).digest('hex').slice(0, 24)}`;
}
