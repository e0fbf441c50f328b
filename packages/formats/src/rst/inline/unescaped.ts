/** Text without its escapes: a backslash goes, and an escaped space or line end with it. */
export function unescaped(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(?:\s|([^\s])|$)/gu, '$1') : text;
}
