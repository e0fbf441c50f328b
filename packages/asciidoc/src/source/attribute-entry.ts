import { getElementAt } from '@context-sync/base';
import type { DocumentAttributes } from './document-attributes.ts';
import type { LineReader } from './line-reader.ts';

const ENTRY_PATTERN = /^:(!?)([\p{L}\p{N}_][\p{L}\p{N}_ -]{0,99})(!?):(?:[ \t]+|$)/u;
/** Maximum number of lines of an attribute's value. */
const MAX_LINES = 200;

/**
 * Reads an attribute entry if the next line is one. A value continues after a line that ends with a backslash, or with a plus sign in the old syntax.
 */
export function readAttributeEntry(reader: LineReader, attributes: DocumentAttributes): boolean {
  const line = reader.peek();
  const match = line?.text.startsWith(':') ? ENTRY_PATTERN.exec(line.text) : null;
  if (!line || !match) return false;
  reader.next();
  let value = line.text.slice(match[0].length);
  const parts: string[] = [];
  while (/[ \t](?:\\|\+)$/.test(value.slice(-2)) && parts.length < MAX_LINES) {
    const continuation = reader.peek();
    if (!continuation || continuation.text === '') break;
    parts.push(value.slice(0, -2).trimEnd());
    value = continuation.text.trimStart();
    reader.next();
  }
  parts.push(value);
  const isUnset = match[1] === '!' || match[3] === '!';
  attributes.set(getElementAt(match, 2), isUnset ? undefined : unwrapPass(parts.join(' ')), line.from);
  return true;
}

/** Returns the content of a value in `pass:q[…]`. */
function unwrapPass(value: string): string {
  const match = /^pass:[a-z,-]{0,50}\[/.exec(value);
  return match && value.endsWith(']') ? value.slice(match[0].length, -1) : value;
}
