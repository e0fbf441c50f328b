/** Number of characters from which the digest of an email address is computed. */
const DIGEST_LETTERS = 16;
const FACTORS = createFactors();

/** SQL expression for the email address of a log's user: trimmed, with ASCII letters in lower case. */
export const ADDRESS_SQL = 'lower(trim(group_email))';

/**
 * SQL expression for a number that is computed from the first characters of an email address. The index contains this number instead of the address, because
 * SQLite can leave copies of index entries in unused parts of the file, which must not contain the address of an erased user. The expression uses only
 * built-in functions, so that other SQLite programs can write to the table. Different addresses can have the same number.
 */
export const DIGEST_SQL = `(${FACTORS.map((factor, index) => `unicode(substr(${ADDRESS_SQL} || '${' '.repeat(DIGEST_LETTERS)}', ${index + 1}, 1)) * ${factor}`).join(' + ')})`;

/** Returns the value of `DIGEST_SQL` for an email address that `ADDRESS_SQL` has normalized. */
export function computeAddressDigest(form: string): number {
  const letters = [...form, ...' '.repeat(DIGEST_LETTERS)];
  return FACTORS.reduce((sum, factor, index) => sum + (letters[index]?.codePointAt(0) ?? 0) * factor, 0);
}

function createFactors(): number[] {
  const factors = [1];
  while (factors.length < DIGEST_LETTERS) factors.push(((factors.at(-1) ?? 1) * 131) % 1_000_003);
  return factors;
}
