import { normalizeUser } from '../user-identity.ts';
import type { CompiledHint } from './hint-set.ts';

/**
 * Returns whether a user is in the control group of a hint. The result for a user is the same in every process and regardless of letter case and surrounding
 * white space in `user`. It does not change until the hint is edited, because a user who once got the hint may remember it, so that a change of groups would
 * hide the effect of the hint.
 */
export function isHeldOut(
  { id, version, holdOutPercent }: Pick<CompiledHint, 'id' | 'version' | 'holdOutPercent'>,
  user: string,
): boolean {
  if (holdOutPercent <= 0) return false;
  return hashText(`${id}\n${version ?? ''}\n${normalizeUser(user)}`) % 10_000 < holdOutPercent * 100;
}

/** Returns the FNV-1a hash with the final mix of MurmurHash3, which distributes texts that differ in only one character over all values. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
