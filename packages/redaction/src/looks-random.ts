const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Returns whether a text looks generated: at least 16 characters without a space, with more changes between lowercase, uppercase and digits than
 * words, slugs, paths, dates and numbers contain.
 */
export function isRandomLooking(text: string): boolean {
  if (text.length < 16 || /\s/.test(text)) return false;
  if (UUID_PATTERN.test(text)) return true;
  const length = Math.min(text.length, 256);
  let changeCount = 0;
  let previousChar = 0;
  for (let offset = 0; offset < length; offset += 1) {
    const type = getCharacterType(text.charCodeAt(offset));
    // An uppercase letter followed by a lowercase letter starts a word.
    if (
      type !== previousChar &&
      type !== 0 &&
      previousChar !== 0 &&
      !(previousChar === UPPER_CASE && type === LOWER_CASE)
    )
      changeCount += 1;
    previousChar = type;
  }
  return changeCount >= Math.max(4, length / 4);
}

const LOWER_CASE = 1;
const UPPER_CASE = 2;
const DIGIT = 3;

function getCharacterType(code: number): number {
  if (code >= 97 && code <= 122) return LOWER_CASE;
  if (code >= 65 && code <= 90) return UPPER_CASE;
  return code >= 48 && code <= 57 ? DIGIT : 0;
}
