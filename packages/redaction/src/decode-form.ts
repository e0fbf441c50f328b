/** Decodes a name or value of a form; returns it unchanged if its percent-encoding is invalid. */
export function decodeForm(encoded: string): string {
  const spaced = encoded.replaceAll('+', ' ');
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
