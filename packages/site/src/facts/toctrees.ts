/** A table of contents of a Sphinx document. */
export interface Toctree {
  readonly caption?: string;
  readonly entries: readonly ToctreeEntry[];
}

export interface ToctreeEntry {
  /** Document as written, without an extension in most cases; a pattern if `isGlob`. */
  readonly target: string;
  readonly title?: string;
  readonly isGlob?: boolean;
}

const START = /^([ \t]*)(?:\.\. toctree::|`{3,}\{toctree\}|:{3,}\{toctree\})[^\n]*\n/gm;
const FENCE = /^[`:]{3,}$/;
const TITLED_ENTRY = /^(.*?)\s*<([^<>]+)>$/;
const MAX_ENTRIES = 2_000;
const MAX_CHARS = 100_000;

/** Returns the tables of contents of a document in reStructuredText or MyST. */
export function readToctrees(text: string): readonly Toctree[] {
  if (!text.includes('toctree')) return [];
  const toctrees: Toctree[] = [];
  for (const match of text.matchAll(START)) {
    const [start, indentation = ''] = match;
    const isDirective = start.includes('..');
    const entries: ToctreeEntry[] = [];
    let caption: string | undefined;
    let isGlob = false;
    for (const line of text.slice(match.index + start.length, match.index + start.length + MAX_CHARS).split('\n')) {
      const entry = line.trim();
      if (FENCE.test(entry) || (isDirective && entry !== '' && !line.startsWith(`${indentation} `))) break;
      const [, option = '', value = ''] = /^:?(caption|glob):\s*(.*)$/.exec(entry) ?? [];
      if (option === 'caption') caption = value.replaceAll(/^["']|["']$/g, '');
      if (option === 'glob') isGlob = true;
      const [, title, target = entry] = TITLED_ENTRY.exec(entry) ?? [];
      const isOption = entry.startsWith(':') || (title === undefined && /^[a-z-]+:(?:\s|$)/i.test(entry));
      if (entry === '' || entry === '---' || isOption) continue;
      if (target === 'self' || /^[a-z]+:\/\//i.test(target) || entries.length >= MAX_ENTRIES) continue;
      const hasPattern = isGlob && /[*?[]/.test(target);
      entries.push({ target, ...(title ? { title } : {}), ...(hasPattern ? { isGlob: true } : {}) });
    }
    if (entries.length > 0) toctrees.push({ ...(caption ? { caption } : {}), entries });
  }
  return toctrees;
}
