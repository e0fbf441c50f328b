/** Runs of letters and digits, in lower case: the words that are searched. */
export function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Letters and digits alone, in lower case: two texts that differ only in markup and spacing become equal. */
export function squash(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
