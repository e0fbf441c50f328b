/** A text with decoded escapes, and the position of each of its UTF-16 code units in the original text. */
export interface DecodedText {
  readonly text: string;
  /** The last position is the end of the original text, so there is one more position than there are code units. */
  readonly positions: Int32Array;
}

/** Maximum number of levels that are decoded. For example, a URL in a URL in a JSON string in JSON has four levels. */
const MAX_LEVELS = 5;
const ESCAPES =
  /(?:%[\da-f]{2})+|\\(?:u[\da-f]{4}|x[\da-f]{2}|["'\\/bfnrtv])|&(?:#x[\da-f]{1,6}|#\d{1,7}|amp|commat|plus|period|lowbar|hyphen|lt|gt|quot|apos);/gi;
const CHARACTERS: Readonly<Record<string, string>> = {
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\v': '\v',
  '&amp;': '&',
  '&commat;': '@',
  '&plus;': '+',
  '&period;': '.',
  '&lowbar;': '_',
  '&hyphen;': '-',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
};

/** Yields the text itself, and then the text with one more level of percent-encoding, JSON escapes and HTML character references decoded. */
export function* decodeLevels(text: string): Generator<DecodedText> {
  let level: DecodedText = { text, positions: Int32Array.from({ length: text.length + 1 }, (_, index) => index) };
  for (let count = 0; count < MAX_LEVELS; count += 1) {
    yield level;
    const nextLevel = decodeOnce(level);
    if (nextLevel.text.length === level.text.length) return;
    level = nextLevel;
  }
}

function decodeOnce({ text, positions }: DecodedText): DecodedText {
  const parts: string[] = [];
  // A decoded escape is never longer than the escape.
  const decodedPositions = new Int32Array(text.length + 1);
  let length = 0;
  let copiedUntil = 0;
  const copyTo = (end: number) => {
    parts.push(text.slice(copiedUntil, end));
    decodedPositions.set(positions.subarray(copiedUntil, end), length);
    length += end - copiedUntil;
  };
  for (const match of text.matchAll(ESCAPES)) {
    copyTo(match.index);
    copiedUntil = match.index + match[0].length;
    let offset = match.index;
    for (const { character, size } of decodeEscape(match[0])) {
      parts.push(character);
      decodedPositions.fill(positions[offset] ?? 0, length, length + character.length);
      length += character.length;
      offset += size;
    }
  }
  copyTo(text.length);
  decodedPositions[length] = positions[text.length] ?? 0;
  return { text: parts.join(''), positions: decodedPositions.subarray(0, length + 1) };
}

/** Yields the characters of an escape, each with the number of code units that it has in the escape. */
function* decodeEscape(sequence: string): Generator<{ character: string; size: number }> {
  if (sequence.startsWith('%')) {
    for (const character of decodePercentEncoding(sequence)) {
      yield { character, size: 3 * Buffer.byteLength(character) };
    }
    return;
  }
  const number = /^(?:\\[ux]|&#x)([\da-f]+)/i.exec(sequence)?.[1];
  const code =
    number === undefined ? Number(/^&#(\d+)/.exec(sequence)?.[1] ?? Number.NaN) : Number.parseInt(number, 16);
  const character = Number.isNaN(code)
    ? (CHARACTERS[sequence.toLowerCase()] ?? sequence.slice(1))
    : code > 0x10_ff_ff
      ? sequence
      : String.fromCodePoint(code);
  yield { character, size: sequence.length };
}

function decodePercentEncoding(sequence: string): string {
  try {
    return decodeURIComponent(sequence);
  } catch {
    // The bytes are not UTF-8. Only ASCII characters are decoded, and each other byte stays a separate character.
    return sequence.replaceAll(/%([\da-f]{2})/gi, (_, byte: string) =>
      Number.parseInt(byte, 16) < 0x80 ? String.fromCharCode(Number.parseInt(byte, 16)) : '\u007F',
    );
  }
}
