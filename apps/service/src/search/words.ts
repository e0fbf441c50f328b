import { stemmer } from 'stemmer';

/** More letters tell words no better apart, and an index entry must not grow with a text that has no spaces. */
const LONGEST = 100;

/** The words of a text as they are compared: without accents and endings, in lower case. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase();
  return (plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => stemOf(word.slice(0, LONGEST).toWellFormed()));
}

function stemOf(word: string): string {
  return /^[a-z]+$/.test(word) ? stemmer(word) : word;
}
