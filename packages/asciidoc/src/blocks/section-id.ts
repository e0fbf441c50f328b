import type { ReferenceTargets } from '../inline/reference-targets.ts';
import type { DocumentAttributes } from '../source/document-attributes.ts';

const CHARACTER_REFERENCE = /&(?:[a-z]{2,30}\d{0,2}|#\d{2,6}|#x[\da-f]{2,5});/g;
/** Character sequences that Asciidoctor replaces by typographic characters. Section ids omit them. */
const REPLACEMENT_CHARS = / — |\.\.\.|[-=]>|<[-=]|(?<=[\p{L}\p{N}])--(?=[\p{L}\p{N}])/gu;
const INVALID_ID_CHARS = /[^ \p{L}\p{M}\p{N}\p{Pc}.-]+/gu;

/**
 * Creates a function that returns the section id that Asciidoctor derives from a title: lowercase, with `idprefix`, with `idseparator` between words,
 * and with a number if the id is taken. It returns undefined if `sectids` is unset. https://docs.asciidoctor.org/asciidoc/latest/sections/auto-ids/
 */
export function createSectionIds(
  attributes: DocumentAttributes,
  references: ReferenceTargets,
): (title: string) => string | undefined {
  const counts = new Map<string, number>();
  return (title) => {
    if (attributes.isSet('sectids') === false) return undefined;
    const separator = (attributes.get('idseparator') ?? '_').slice(0, 1);
    const prefix = attributes.get('idprefix') ?? '_';
    const words = title
      .toLowerCase()
      .replaceAll(CHARACTER_REFERENCE, '')
      .replaceAll(REPLACEMENT_CHARS, '')
      .replaceAll(INVALID_ID_CHARS, '');
    const base = joinWords(prefix + words, separator);
    const id = separator === '' ? base : trimSeparators(base, separator, prefix === '');
    if (id === '' || id === prefix) return id || undefined;
    let count = counts.get(id) ?? 1;
    let unusedId = count === 1 ? id : `${id}${separator}${count}`;
    while (references.has(unusedId)) {
      count += 1;
      unusedId = `${id}${separator}${count}`;
    }
    counts.set(id, count);
    return unusedId;
  };
}

/** Joins the words with the separator. Spaces, dots and hyphens become one separator. */
function joinWords(words: string, separator: string): string {
  if (separator === '') return words.replaceAll(' ', '');
  const separatorChars = separator === '-' || separator === '.' ? ' .-' : ` ${separator}.-`;
  const parts: string[] = [];
  let hasGap = false;
  for (const char of words) {
    const isGap = separatorChars.includes(char);
    if (!isGap) parts.push(char);
    else if (!hasGap) parts.push(separator);
    hasGap = isGap;
  }
  return parts.join('');
}

function trimSeparators(id: string, separator: string, start: boolean): string {
  const end = id.endsWith(separator) ? id.slice(0, -1) : id;
  return start && end.startsWith(separator) ? end.slice(1) : end;
}
