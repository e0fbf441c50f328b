import { removeAddresses } from '@context-sync/sync';

/** Returns whether two texts differ at most in addresses, which change when pages or files move. */
export function isSameExceptAddresses(one: string, other: string): boolean {
  return removeAddresses(one) === removeAddresses(other);
}
