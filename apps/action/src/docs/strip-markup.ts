/** Removes Markdown that can split a credential: block quote markers and backslashes. The number of lines does not change. */
export function stripMarkup(text: string): string {
  return text.replaceAll(/^[ \t]*(?:>[ \t]?)+/gm, '').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}
