const DECIMAL_PATTERN = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Numbers of 64 bits have at most 20 digits. The rest is for zeros after the decimal point. */
const MAX_DECIMAL_CHARS = 100;
const MAX_INTEGER_DIGITS = 20;

/**
 * Parses a decimal number without loss of digits. Accepts fractions and exponents, such as `1.7e18`, if the value is an integer.
 * @returns undefined if the text is not a number, if the value is not an integer, or if it has more than 20 digits
 */
export function parseDecimalInteger(text: string): bigint | undefined {
  if (text.length > MAX_DECIMAL_CHARS) return undefined;
  const [matched, sign, whole = '', fraction = '', exponent = '0'] = DECIMAL_PATTERN.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  if (digits === '') return 0n;
  const zeros = Number(exponent) - fraction.length;
  if (digits.length + zeros > MAX_INTEGER_DIGITS) return undefined;
  const integerDigits = zeros >= 0 ? `${digits}${'0'.repeat(zeros)}` : digits.slice(0, zeros);
  if (zeros < 0 && /[1-9]/.test(digits.slice(zeros))) return undefined;
  return BigInt(`${sign}${integerDigits}`);
}
