/** Decodes a name or value of a form; returns it unchanged if its percent-encoding is invalid. */
export function decodeForm(encoded: string): string {
  const spacedText = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  if (!spacedText.includes('%')) return spacedText;
  try {
    return decodeURIComponent(spacedText);
  } catch {
    return spacedText;
  }
}
