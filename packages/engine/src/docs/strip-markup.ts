/** Removes Markdown that can split a credential: block quote markers and backslashes. Keeps the number of lines. */
export function stripMarkup(text: string): string {
  return text.replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
