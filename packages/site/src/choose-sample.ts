/** Selects pages by a hash of their paths, so that a new page rarely changes the selection. */
export function chooseSample(paths: readonly string[], count: number): readonly string[] {
  const hashedPaths = paths.map((path) => ({ path, hash: hashText(path) }));
  hashedPaths.sort((a, b) => a.hash - b.hash || (a.path < b.path ? -1 : 1));
  return hashedPaths.slice(0, count).map(({ path }) => path);
}

/** Returns the 32-bit FNV-1a hash of a text. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let offset = 0; offset < text.length; offset += 1) hash = Math.imul(hash ^ text.charCodeAt(offset), 0x01000193);
  return hash >>> 0;
}
