import { replaceOutsideCode, visitProseLines } from './prose-lines.ts';

/**
 * Matches a link or an embedded note of a wiki: `[[Page#Part|text]]`. A Markdown link with brackets in its text, and the conditions of shells, are not
 * such links.
 */
const WIKI_LINK = /(!?)\[\[([^\][|#\n]{0,200})(#[^\][|\n]{1,200})?(?:\\?\|([^\][\n]{1,200}))?\]\](?![([:])/g;
const IMAGE_FILE = /\.(?:png|jpe?g|gif|svg|webp|avif|bmp)$/i;
/** Matches names of generated tables of contents, which later steps remove. */
const CONTENTS_NAME = /^_?toc_?$/i;

/** Replaces links of Obsidian and other wikis with their text, and embedded images with Markdown images. Preserves the number of lines. */
export function convertWikiLinks(text: string): string {
  if (!text.includes('[[') || !text.includes(']]')) return text;
  const lines = text.split('\n');
  visitProseLines(lines, (line, index) => {
    if (line.includes('[['))
      lines[index] = replaceOutsideCode(line, WIKI_LINK, (written, embed = '', page = '', part = '', alias) =>
        CONTENTS_NAME.test(page) || !isName(page + part) ? (written ?? '') : formatLink(embed, page, part, alias),
      );
    return index;
  });
  return lines.join('\n');
}

function isName(name: string): boolean {
  return /\p{L}/u.test(name) && name === name.trim() && !/^-\w\s|[=<>&$]/.test(name);
}

function formatLink(embed: string, page: string, part: string, alias: string | undefined): string {
  if (embed !== '' && IMAGE_FILE.test(page)) return `![](${/\s/.test(page) ? `<${page}>` : page})`;
  const name = page.slice(page.lastIndexOf('/') + 1).replace(/\.md$/, '');
  const section = part.replace(/^#\^?/, '').replaceAll('#', ' › ');
  return alias ?? [name, section].filter((words) => words !== '').join(' › ');
}
