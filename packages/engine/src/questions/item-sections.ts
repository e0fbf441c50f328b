import { getCustomId, getPlainText, getSlug } from '@context-sync/formats';
import { getSource } from '@context-sync/search';

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*$/;

/**
 * Returns the anchors of the sections to which an item belongs: its own section, the sections above it, and the sections whose headings it contains.
 */
export function listSections({ key, content }: { readonly key: string; readonly content: string }): Set<string> {
  const anchor = key.slice(key.indexOf('#') + 1).replace(/~[^/]*$/, '');
  const source = getSource(content) ?? '';
  const fragment = source.includes('#') ? source.slice(source.indexOf('#') + 1) : '';
  const sections = new Set([anchor, ...anchor.split('/'), decode(fragment)]);
  let isInFence = false;
  for (const line of content.split('\n')) {
    if (FENCE.test(line)) isInFence = !isInFence;
    const heading = isInFence ? undefined : HEADING.exec(line)?.[1];
    if (heading === undefined) continue;
    sections.add(getSlug(getPlainText(heading)));
    const id = getCustomId(heading);
    if (id !== undefined) sections.add(id);
  }
  sections.delete('');
  return sections;
}

/** Returns the anchor of a section as it is written in a file of questions. The file may contain the heading instead of its anchor. */
export function normalizeSection(section: string, known: ReadonlySet<string>): string {
  return known.has(section) ? section : getSlug(section);
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
