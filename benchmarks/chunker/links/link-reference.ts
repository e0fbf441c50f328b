import type { Reference } from '../../../packages/reading/build/index.js';

/** Converts a link in a document to the reference that the parser of the document's format returns for the link. */
export function getReference(address: string, from: string): Reference {
  const role = /^:(ref|doc|term):`([\s\S]*)`$/.exec(address);
  if (role) {
    const [, name = '', text = ''] = role;
    const target = (/<([^<>]*)>$/.exec(text.trim())?.[1] ?? text).replaceAll(/\s+/g, ' ').trim();
    return { kind: name === 'ref' ? 'label' : name === 'doc' ? 'doc' : 'term', target };
  }
  const shortcode = /^\{\{[<%]\s*(?:rel)?ref\s+["'`]([^"'`]*)["'`]\s*[>%]\}\}$/.exec(address);
  if (shortcode) return { kind: 'ref', target: shortcode[1] ?? '' };
  return { kind: /\.(?:adoc|asciidoc)$/.test(from) ? 'xref' : 'url', target: address };
}
