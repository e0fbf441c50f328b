import type { DocumentFacts } from './document-facts.ts';

const TITLE_PATTERN = /<title[^>]{0,200}>([^<]{0,1000})<\/title>/i;
const ID_PATTERN = /\s(?:id|name)\s*=\s*(?:"([^"<>]{1,300})"|'([^'<>]{1,300})'|([^\s"'<>=]{1,300}))/gi;

/** Extracts the title and the anchors of an HTML page. */
export function readHtmlFacts(text: string): DocumentFacts {
  const ids = new Set<string>();
  for (const [, double, single, bare] of text.matchAll(ID_PATTERN)) {
    const id = double ?? single ?? bare;
    if (id !== undefined) ids.add(id);
  }
  const title = TITLE_PATTERN.exec(text)?.[1]?.replaceAll(/\s+/g, ' ').trim();
  return { ...(title === undefined || title === '' ? {} : { title }), ...(ids.size === 0 ? {} : { ids: [...ids] }) };
}
