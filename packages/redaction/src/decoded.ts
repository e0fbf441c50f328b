/** A name or value of a form without its percent-encoding; as it stands, if that is broken. */
export function decoded(encoded: string): string {
  const spaced = encoded.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
