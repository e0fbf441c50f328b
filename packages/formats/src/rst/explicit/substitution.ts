import { normalName } from '../definitions.ts';
import { directiveOf } from '../directives/directive.ts';
import { imageOf } from '../directives/image.ts';
import type { ParseState } from '../parse-state.ts';
import { lineAt, type Source } from '../source.ts';

const DEFINITION = /^\|([^|\s](?:[^|]{0,150}[^|\s])?)\|[ ]+([a-zA-Z]+)::/;
/** Code points in the notations of the `unicode` directive. */
const CODE_POINT = /^(?:0x|x|\\x|U\+|u|\\u|&#x)([\da-fA-F]{1,6});?$/;

/** Defines what `.. |name| directive:: content` says; false where the block is no such definition. */
export function defineSubstitution(state: ParseState, block: Source): boolean {
  const first = lineAt(block, 0);
  const [all, name = '', type = ''] = DEFINITION.exec(first) ?? [];
  if (all === undefined) return false;
  const content = { lines: [first.slice(all.length).trimStart(), ...block.lines.slice(1)], first: block.first };
  const { substitutions } = state.definitions;
  const key = normalName(name);
  if (type === 'replace') substitutions.set(key, { rst: content.lines.join('\n').trim() });
  else if (type === 'unicode') substitutions.set(key, { rst: characters(content.lines.join(' ')) });
  else if (type === 'image') {
    const image = imageOf(directiveOf(type, content));
    substitutions.set(key, { image: { ...image, alt: image.alt || name } });
  }
  return true;
}

function characters(text: string): string {
  const [codes = ''] = text.split(/ \.\. |:[lr]?trim:/, 1);
  const parts = codes.split(/\s+/).map((code) => {
    const hex = CODE_POINT.exec(code)?.[1];
    const value = hex === undefined ? decimal(code) : Number.parseInt(hex, 16);
    const isCharacter = value !== undefined && value > 0 && value <= 0x10ffff && !(value >= 0xd800 && value <= 0xdfff);
    return isCharacter ? String.fromCodePoint(value) : code;
  });
  return parts.join('').replaceAll(/[\\*`_|]/g, '\\$&');
}

function decimal(code: string): number | undefined {
  return /^\d{1,7}$/.test(code) ? Number(code) : undefined;
}

/** The names that docutils' own `isonum.txt` defines and that documents use most. */
export function defineStandardCharacters({ definitions: { substitutions } }: ParseState): void {
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
