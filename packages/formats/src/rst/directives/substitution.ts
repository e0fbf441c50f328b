import { normalizeName } from '../document-definitions.ts';
import type { RstParseState } from '../parse-state.ts';
import { getLine, type RstSource } from '../rst-source.ts';
import { parseDirective } from './directive.ts';
import { createImage } from './image-directive.ts';

const DEFINITION_PATTERN = /^\|([^|\s](?:[^|]{0,150}[^|\s])?)\|[ ]+([a-zA-Z]+)::/;
/** Notations of code points in the `unicode` directive. */
const CODE_POINT = /^(?:0x|x|\\x|U\+|u|\\u|&#x)([\da-fA-F]{1,6});?$/;

/** Defines the substitution `.. |name| directive:: content`. Returns false if the block is not a substitution definition. */
export function defineSubstitution(state: RstParseState, block: RstSource): boolean {
  const firstLine = getLine(block, 0);
  const [all, name = '', type = ''] = DEFINITION_PATTERN.exec(firstLine) ?? [];
  if (all === undefined) return false;
  const content = { lines: [firstLine.slice(all.length).trimStart(), ...block.lines.slice(1)], first: block.first };
  const { substitutions } = state.definitions;
  const key = normalizeName(name);
  if (type === 'replace') substitutions.set(key, { rst: content.lines.join('\n').trim() });
  else if (type === 'unicode') substitutions.set(key, { rst: decodeCharacters(content.lines.join(' ')) });
  else if (type === 'image') {
    const image = createImage(parseDirective(type, content));
    substitutions.set(key, { image: { ...image, alt: image.alt || name } });
  }
  return true;
}

function decodeCharacters(text: string): string {
  const [codes = ''] = text.split(/ \.\. |:[lr]?trim:/, 1);
  const parts = codes.split(/\s+/).map((code) => {
    const hex = CODE_POINT.exec(code)?.[1];
    const value = hex === undefined ? parseDecimal(code) : Number.parseInt(hex, 16);
    const isCharacter = value !== undefined && value > 0 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
    return isCharacter ? String.fromCodePoint(value) : code;
  });
  return parts.join('').replaceAll(/[\\*`_|]/g, '\\$&');
}

function parseDecimal(code: string): number | undefined {
  return /^\d{1,7}$/.test(code) ? Number(code) : undefined;
}

/** Defines the most common names of the file `isonum.txt` in docutils. */
export function defineStandardCharacters({ definitions: { substitutions } }: RstParseState): void {
  for (const [name, rst] of [
    ['copy', '©'],
    ['reg', '®'],
    ['trade', '™'],
    ['deg', '°'],
    ['micro', 'µ'],
    ['times', '×'],
  ] as const)
    if (!substitutions.has(name)) substitutions.set(name, { rst });
}
