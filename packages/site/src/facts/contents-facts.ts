/** Matches the start of a table of contents in reStructuredText or MyST, and captures its indentation. */
const CONTENTS_PATTERN = /^([ \t]*)(?:\.\. toctree::|`{3,}\{toctree\}|:{3,}\{toctree\})[^\n]*\n/gm;
const FENCE_PATTERN = /^[`:]{3,}$/;
/** Matches an entry with a title, `Title <path>`. */
const TITLED_ENTRY = /^.*<([^<>]+)>$/;
const MAX_ENTRIES = 2_000;

/** Returns the pages that the tables of contents of a Sphinx document list, as written. */
export function readContents(text: string): readonly string[] {
  if (!text.includes('toctree')) return [];
  const pages: string[] = [];
  for (const match of text.matchAll(CONTENTS_PATTERN)) {
    const [start, indentation = ''] = match;
    const isDirective = start.includes('..');
    for (const line of text.slice(match.index + start.length, match.index + start.length + 100_000).split('\n')) {
      const entry = line.trim();
      if (FENCE_PATTERN.test(entry) || (isDirective && entry !== '' && !line.startsWith(`${indentation} `))) break;
      if (entry === '' || entry.startsWith(':') || /^[a-z]+:\/\//i.test(entry) || /[*?[]/.test(entry)) continue;
      const page = TITLED_ENTRY.exec(entry)?.[1] ?? entry;
      if (page !== 'self' && pages.length < MAX_ENTRIES) pages.push(page);
    }
  }
  return pages;
}
