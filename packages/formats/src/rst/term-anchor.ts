/** Maximum length of a title or term. The rest of a longer line is omitted. */
const MAX_TEXT_CHARS = 1_000;

/** Returns a title or term without the marks of inline markup. */
export function removeRstMarks(text: string): string {
  return text
    .slice(0, MAX_TEXT_CHARS)
    .replaceAll(/:[\w:+.-]+:`([^`<]*?)\s*(?:<[^`>]*>)?`/g, '$1')
    .replaceAll(/``([^`]+)``/g, '$1')
    .replaceAll(/`([^`<]+?)(?:\s*<[^`>]*>)?`_{0,2}/g, '$1')
    .replaceAll(/\*\*?([^*]+)\*\*?/g, '$1')
    .replaceAll(/\\(.)/g, '$1');
}

/** Returns the anchor that Sphinx creates for a term of a glossary. @param term the term without marks */
export function createTermAnchor(term: string): string {
  const id = term
    .normalize('NFKD')
    .replaceAll(/[^\w.]+/g, '-')
    .replaceAll(/^[-\d._]+|-+$/g, '');
  return `term-${id}`;
}
