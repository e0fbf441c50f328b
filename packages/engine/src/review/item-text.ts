/** Matches the last line of an item, which contains the address of its source. */
const SOURCE_LINE = /\n+Source: \S+\s*$/;
const ADDRESS_PATTERN = /\b[a-z][a-z+.-]*:\/\/[^\s)>\]"'`]+/gi;

/** Returns the text of an item without the line that contains the address of its source. */
export function removeSourceLine(content: string): string {
  return content.replace(SOURCE_LINE, '').trimEnd();
}

/** Returns whether two texts differ at most in addresses, which change when pages or files move. */
export function isSameExceptAddresses(one: string, other: string): boolean {
  const normalize = (text: string) => removeSourceLine(text).replaceAll(ADDRESS_PATTERN, '').replaceAll(/\s+/g, ' ');
  return normalize(one) === normalize(other);
}
