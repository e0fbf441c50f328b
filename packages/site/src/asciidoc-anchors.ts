import type { AnchorRule } from './heading-anchors.ts';

/** Returns the section id that Asciidoctor generates with the given prefix and separator. */
function createSectionId(text: string, prefix: string, separator: string): string {
  const words = text
    .toLowerCase()
    .replaceAll(/<[^<>]*>|&(?:[a-z]+|#\d+);/g, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc}\s.-]/gu, '')
    .replaceAll(/[\s.-]+/g, separator)
    .replaceAll(new RegExp(`${separator}+`, 'g'), separator);
  return (
    prefix +
    words.replace(new RegExp(`${separator}$`), '').replace(prefix === '' ? new RegExp(`^${separator}`) : /^_(?=_)/, '')
  );
}

/**
 * Anchors of Asciidoctor's defaults. Anchors of Antora's default playbook are accepted as well, because the playbook is often in another repository.
 */
export const ASCIIDOC_ANCHORS: AnchorRule = {
  slug: (text) => createSectionId(text, '_', '_'),
  alternatives: (text) => [createSectionId(text, '', '-')],
  separator: '_',
  first: 2,
  hasTitle: true,
};
