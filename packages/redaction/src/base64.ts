/** Matches characters that do not occur in text: control characters and bytes that are not UTF-8. */
const BINARY_PATTERN = /[^\t\n\r -~\u00A0-\uFFFC\uFFFE\uFFFF]/;
/** Minimum number of characters that can encode a name and a secret. */
export const MIN_BASE64_CHARS = 12;

/** Number of groups of four characters that are checked before a text is decoded. */
const CHECKED_GROUPS = 4;
const SLASH = 47;
const NO_DIGIT = 64;

/** The value of each ASCII character in Base64, in the standard and in the URL-safe alphabet. */
const DIGITS = new Uint8Array(128).fill(NO_DIGIT);
for (const alphabet of ['+/', '-_']) {
  const characters = `ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789${alphabet}`;
  for (let value = 0; value < NO_DIGIT; value += 1) DIGITS[characters.charCodeAt(value)] = value;
}

const getDigit = (code: number) => (code < 128 ? (DIGITS[code] ?? NO_DIGIT) : NO_DIGIT);

/** A part of a text that is the Base64 encoding of another text. */
export interface EncodedText {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
}

/** Returns the parts of a text that are Base64 encodings of other texts. A `/` can belong to a part or separate parts, as in the path of a URL. */
export function findEncodedTexts(text: string): EncodedText[] {
  const foundTexts: EncodedText[] = [];
  for (let start = 0; start < text.length; ) {
    let end = start;
    let hasSlash = false;
    for (; end < text.length; end += 1) {
      const code = text.charCodeAt(end);
      if (getDigit(code) === NO_DIGIT) break;
      hasSlash ||= code === SLASH;
    }
    if (end - start >= MIN_BASE64_CHARS) addEncodedText(text, start, end, hasSlash, foundTexts);
    start = end + 1;
  }
  return foundTexts;
}

function addEncodedText(text: string, start: number, end: number, hasSlash: boolean, foundTexts: EncodedText[]): void {
  const wholeText = decodeText(text, start, end);
  if (wholeText !== undefined) foundTexts.push({ start, end: skipPadding(text, end), decoded: wholeText });
  if (wholeText !== undefined || !hasSlash) return;
  for (let from = start; from < end; ) {
    const slash = text.indexOf('/', from);
    const to = slash < 0 || slash > end ? end : slash;
    const part = to - from >= MIN_BASE64_CHARS ? decodeText(text, from, to) : undefined;
    if (part !== undefined)
      foundTexts.push({ start: from, end: to === end ? skipPadding(text, end) : to, decoded: part });
    from = to + 1;
  }
}

/** Returns the text that Base64 encodes; undefined if it encodes other data. */
function decodeText(text: string, start: number, end: number): string | undefined {
  if (!canBeText(text, start, end)) return undefined;
  const decoded = decodeBase64(text.slice(start, end)).replace(/\uFFFD$/, '');
  return BINARY_PATTERN.test(decoded) ? undefined : decoded;
}

/** Returns whether the first bytes can be the start of a text in UTF-8. Rejects almost all words and data. */
function canBeText(text: string, start: number, end: number): boolean {
  let continuationBytes = 0;
  for (let offset = start; offset + 4 <= end && offset < start + 4 * CHECKED_GROUPS; offset += 4) {
    let bits = 0;
    for (let index = offset; index < offset + 4; index += 1) bits = bits * 64 + getDigit(text.charCodeAt(index));
    for (const byte of [bits >> 16, (bits >> 8) & 255, bits & 255]) {
      const isContinuation = byte >= 0x80 && byte < 0xc0;
      if (isContinuation !== continuationBytes > 0) return false;
      if (isContinuation) continuationBytes -= 1;
      else if (byte >= 0xc0) continuationBytes = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13) return false;
    }
  }
  return true;
}

function skipPadding(text: string, end: number): number {
  let offset = end;
  while (offset - end < 2 && text[offset] === '=') offset += 1;
  return offset;
}

/** Decodes Base64, which may be truncated, as UTF-8. Does not use `Buffer`, because some runtimes of the capture SDK lack it. */
export function decodeBase64(encodedText: string): string {
  const characters = encodedText.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '');
  const wholeGroups = characters.length % 4 === 1 ? characters.slice(0, -1) : characters;
  const bytes = Uint8Array.from(atob(wholeGroups), (character) => character.charCodeAt(0));
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/**
 * Encodes a text in the alphabet of the original Base64, and with or without padding like the original.
 * @param isPaddingUsual whether to add padding if the length of the original does not show whether it has padding
 */
export function encodeBase64(original: string, text: string, isPaddingUsual: boolean): string {
  const bytes = new TextEncoder().encode(text);
  const standard = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  const isUrlSafe = /[-_]/.test(original) || (!/[+/=]/.test(original) && original.length % 4 !== 0);
  const isPadded = original.endsWith('=') || (original.length % 4 === 0 && !isUrlSafe && isPaddingUsual);
  const encoded = isUrlSafe ? standard.replaceAll('+', '-').replaceAll('/', '_') : standard;
  return isPadded ? encoded : encoded.replace(/=+$/, '');
}
