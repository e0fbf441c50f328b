/** Removes the signs of Markdown that can stand inside of a credential: marks of quotations, and backslashes. Lines stay where they are. */
export function stripMarkup(text: string): string {
  return text.replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
