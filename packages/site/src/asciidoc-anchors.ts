import type { AnchorRule } from './heading-anchors.ts';

/** Returns a function that returns the section id which Asciidoctor generates with a prefix and a separator. */
function createSectionIds(prefix: string, separator: string): (text: string) => string {
  const repeatedSeparators = new RegExp(`${separator}+`, 'g');
  const lastSeparator = new RegExp(`${separator}$`);
  const firstSeparator = prefix === '' ? new RegExp(`^${separator}`) : /^_(?=_)/;
  return (text) => {
    const words = text
      .toLowerCase()
      .replaceAll(/<[^<>]*>|&(?:[a-z]+|#\d+);/g, '')
      .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\s.-]/gu, '')
      .replaceAll(/[\s.-]+/g, separator)
      .replaceAll(repeatedSeparators, separator);
    return prefix + words.replace(lastSeparator, '').replace(firstSeparator, '');
  };
}

const createDefaultId = createSectionIds('_', '_');
const createAntoraId = createSectionIds('', '-');

/**
 * Anchors of Asciidoctor's defaults. Anchors of Antora's default playbook are accepted as well, because the playbook is often in another repository.
 */
export const ASCIIDOC_ANCHORS: AnchorRule = {
  slug: createDefaultId,
  alternatives: (text) => [createAntoraId(text)],
  separator: '_',
  first: 2,
  hasTitle: true,
};

/** Returns whether a document is written in AsciiDoc, by its extension. */
export function isAsciidoc(path: string): boolean {
  return /\.(?:adoc|asciidoc)$/i.test(path);
}
