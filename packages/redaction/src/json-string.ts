import { type EscapeSequence, encodeSpans } from './escape-sequences.ts';
import type { TextSpan } from './text-span.ts';

/** Decodes the content of a valid JSON string, without its quotation marks. */
export function decodeJsonString(content: string): string {
  return content.includes('\\') ? JSON.parse(`"${content}"`) : content;
}

/** Returns spans of the decoded string as spans of its content in JSON. */
export function encodeJsonSpans(content: string, spans: readonly TextSpan[]): readonly TextSpan[] {
  if (spans.length === 0) return spans;
  return content.includes('\\') ? encodeSpans(spans, findSequences(content), encode) : spans.map(encodeReplacement);
}

const encode = (text: string) => JSON.stringify(text).slice(1, -1);

function encodeReplacement(span: TextSpan): TextSpan {
  return span.replacement === undefined ? span : { ...span, replacement: encode(span.replacement) };
}

function* findSequences(content: string): Generator<EscapeSequence> {
  for (let start = content.indexOf('\\'); start >= 0; ) {
    const length = content[start + 1] === 'u' ? 6 : 2;
    yield { start, length, decodedLength: 1 };
    start = content.indexOf('\\', start + length);
  }
}
