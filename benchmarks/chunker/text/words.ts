/** Returns the words of a text: its sequences of letters and digits in lowercase. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Returns only the letters and digits of a text, in lowercase, so that texts that differ only in markup and spacing become equal. */
export function keepLettersAndDigits(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
