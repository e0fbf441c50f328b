const REFERENCE_PATTERN = /\\?\{([\p{L}\p{N}_][\p{L}\p{N}_-]{0,99}|(?:counter2?|set):[^{}\n\\]{1,200})\\?\}/gu;

/**
 * Replaces references such as `{name}` by their values. Removes the backslash of escaped references, and keeps references without a value. `lookUp`
 * receives the text between the braces: a name, or `counter:name`, `counter2:name`, `set:name:value`.
 */
export function replaceReferences(text: string, lookUp: (reference: string) => string | undefined): string {
  if (!text.includes('{')) return text;
  return text.replaceAll(REFERENCE_PATTERN, (whole, reference: string) =>
    whole.includes('\\') ? `{${reference}}` : (lookUp(reference) ?? whole),
  );
}
