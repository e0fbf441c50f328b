import { getElementAt } from '@context-sync/base';
import type { ItemPart } from './item-group.ts';

/** Maximum length of the names of all parent items of a list item, in UTF-16 code units. */
export const MAX_PARENTS_LENGTH = 600;
const MAX_NAME_LENGTH = 100;
/** Matches the start of a list item: a name in code, optionally after a word in lowercase. */
const NAME_PATTERN = /^( *)- ((?:[a-z]+ )?`[^`\n]{1,100}`)/;

/**
 * Repeats the names of the parent fields at the start of a part, as in "- `owner` (continued)". Without these names, fields of nested objects look
 * like fields of the body.
 */
export function addParents(parts: readonly ItemPart[], lines: readonly string[], start: number): ItemPart[] {
  return parts.map((part, place) => {
    if (place === 0) return part;
    const names = getParents(lines, part.start - start);
    return names.length === 0 ? part : { ...part, text: `${names.join('\n')}\n${part.text}` };
  });
}

/** Returns lines that name the parent items of the line at `index`, outermost first. */
function getParents(lines: readonly string[], index: number): string[] {
  const names: string[] = [];
  let indent = getIndent(getElementAt(lines, index));
  let length = 0;
  for (let position = index - 1; position >= 0 && indent > 0; position -= 1) {
    const nameMatch = NAME_PATTERN.exec(getElementAt(lines, position));
    const [, before = '', name = ''] = nameMatch ?? [];
    if (!nameMatch || before.length >= indent) continue;
    indent = before.length;
    length += indent + name.length + ' - (continued)'.length + 1;
    if (name.length > MAX_NAME_LENGTH || length > MAX_PARENTS_LENGTH) continue;
    names.unshift(`${before}- ${name} (continued)`);
  }
  return names;
}

function getIndent(line: string): number {
  return line.length - line.trimStart().length;
}
