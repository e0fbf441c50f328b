import { JsonScanner } from '@context-sync/redaction';

const COMMA = 0x2c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/**
 * Returns the JSON texts of the values in a JSON object, so that they can be stored unchanged. Parsing and serializing them would change numbers
 * that are not IEEE 754 doubles. If a name occurs twice, the last value counts, as in `JSON.parse`.
 * @param text a valid JSON object
 */
export function getMemberTexts(text: string): Map<string, string> {
  const members = new Map<string, string>();
  const scanner = openContainer(text);
  if (scanner.skip(CLOSE_BRACE)) return members;
  do {
    scanner.skipSpace();
    const nameStart = scanner.offset;
    scanner.readString();
    const quotedName = text.slice(nameStart, scanner.offset);
    const name: string = quotedName.includes('\\') ? JSON.parse(quotedName) : quotedName.slice(1, -1);
    scanner.skipSpace();
    scanner.offset += 1;
    members.set(name, readValueText(scanner));
  } while (scanner.skip(COMMA));
  return members;
}

/**
 * Returns the JSON texts of the items in a JSON array.
 * @param text a valid JSON array
 */
export function getItemTexts(text: string): string[] {
  const items: string[] = [];
  const scanner = openContainer(text);
  if (scanner.skip(CLOSE_BRACKET)) return items;
  do items.push(readValueText(scanner));
  while (scanner.skip(COMMA));
  return items;
}

/** Returns the text of a JSON object with the given JSON texts as values. */
export function joinMembers(members: Iterable<readonly [name: string, valueText: string]>): string {
  return `{${[...members].map(([name, valueText]) => `${JSON.stringify(name)}:${valueText}`).join(',')}}`;
}

/** Returns a scanner at the first name or item of an object or array. */
function openContainer(text: string): JsonScanner {
  const scanner = new JsonScanner(text, 0);
  scanner.skipSpace();
  scanner.offset += 1;
  scanner.skipSpace();
  return scanner;
}

function readValueText(scanner: JsonScanner): string {
  scanner.skipSpace();
  const start = scanner.offset;
  scanner.skipValue();
  const valueText = scanner.text.slice(start, scanner.offset);
  scanner.skipSpace();
  return valueText;
}
