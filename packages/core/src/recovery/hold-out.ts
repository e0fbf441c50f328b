const DAY_MS = 86_400_000;

/** Returns whether a caller is in the control group of a hint today. The result for a caller is the same in every process. */
export function isHeldOut(hint: string, caller: string, now: number, percent: number): boolean {
  if (percent <= 0) return false;
  return hashOf(`${hint}\n${caller}\n${Math.floor(now / DAY_MS)}`) % 10_000 < percent * 100;
}

/** Returns the FNV-1a hash with the final mix of MurmurHash3, which distributes texts that differ in only one character over all values. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
