import { createHmac, randomBytes } from 'node:crypto';

/** An id that says what it names and cannot be guessed: prefix, `_`, 96 random bits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** A secret that the ids of a batch are made from, so that it stands for all of them. */
export function newSeed(): string {
  return randomBytes(16).toString('hex');
}

/** The id at a place in a batch: like those of `newId` to everyone who does not know the seed. */
export function idFrom(prefix: string, seed: string, at: number): string {
  return `${prefix}_${createHmac('sha256', seed).update(String(at)).digest('hex').slice(0, 24)}`;
}
