/** Resolves the escapes of a text: removes backslashes, and removes escaped spaces and line breaks entirely. */
export function unescapeText(text: string): string {
  return text.includes('\\') ? text.replaceAll(/\\(?:\s|([^\s])|$)/gu, '$1') : text;
}
