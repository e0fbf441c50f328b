import { removeAddresses } from '@context-sync/sync';

/** Returns whether two texts differ at most in URLs, which change when pages or files move. */
export function isSameExceptAddresses(one: string, other: string): boolean {
  return removeAddresses(one) === removeAddresses(other);
}
