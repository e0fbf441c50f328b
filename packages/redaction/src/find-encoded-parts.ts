import { decodePercent, encodePercentSpans, hasEncodedByte } from './percent-encoding.ts';
import { NO_SPANS, shiftSpans, type TextSpan } from './text-span.ts';

const EQUALS = 61;

/** Whether each ASCII character can be part of a percent-encoded value within other text. The other characters separate values. */
const IS_PART = Uint8Array.from({ length: 128 }, (_, code) =>
  /[\s\p{Cc}"<>\\&=?#;`]/u.test(String.fromCharCode(code)) ? 0 : 1,
);

const isPart = (code: number) => code >= 128 || IS_PART[code] === 1;

/** Finds secrets in the percent-encoded parts of a text, such as the parameters of a URL in a sentence. */
export function findInEncodedParts(
  text: string,
  findInDecoded: (text: string) => readonly TextSpan[],
): readonly TextSpan[] {
  if (!hasEncodedByte(text)) return NO_SPANS;
  const spans: TextSpan[] = [];
  let end = 0;
  for (let percent = text.indexOf('%'); percent >= 0; percent = text.indexOf('%', end)) {
    let start = percent;
    while (start > end && isPart(text.charCodeAt(start - 1))) start -= 1;
    end = percent;
    while (end < text.length && isPart(text.charCodeAt(end))) end += 1;
    const encodedText = text.slice(start, end);
    if (!hasEncodedByte(encodedText)) continue;
    const found = findInDecoded(decodePercent(encodedText, text.charCodeAt(start - 1) === EQUALS));
    if (found.length === 0) continue;
    for (const span of shiftSpans(encodePercentSpans(encodedText, found), start)) spans.push(span);
  }
  return spans;
}
