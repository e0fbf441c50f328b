import { isPagePath, PAGE_PATH_RULE } from './page-path.ts';
import type { PortalEntry } from './store.ts';

/** Number of spaces by which the entries of a group are indented. */
const INDENT = 2;
/** An entry with a page, such as `- [Start](guides/start)`. Brackets in the title are escaped with a backslash. */
const PAGE_LINE = /^[-*] \[((?:\\.|[^\]\\])*)\]\(([^()\s]*)\)$/;
/** A group without a page, such as `- Guides`. */
const GROUP_LINE = /^[-*] (.+)$/;

type Writable = { title: string; path?: string; items?: Writable[] };

/** Formats a navigation as a nested Markdown list, in which people edit it. */
export function formatNavigation(entries: readonly PortalEntry[]): string {
  const format = (list: readonly PortalEntry[], depth: number): string[] =>
    list.flatMap(({ title, path, items = [] }) => {
      const text = title.replaceAll(/\s+/g, ' ').replaceAll(/[[\]\\]/g, '\\$&');
      const entry = path === undefined ? text : `[${text}](${path})`;
      return [`${' '.repeat(depth * INDENT)}- ${entry}`, ...format(items, depth + 1)];
    });
  return format(entries, 0).join('\n');
}

/** Parses a navigation that people have edited. @returns the entries, or what is wrong with the first invalid lines */
export function parseNavigation(
  text: string,
): { readonly entries: readonly PortalEntry[] } | { readonly errors: readonly string[] } {
  const errors: string[] = [];
  const root: Writable[] = [];
  /** The entries to which an entry of the next line can belong, outermost first. */
  let parents: Writable[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const spaces = (/^[ \t]*/.exec(line)?.[0] ?? '').replaceAll('\t', ' '.repeat(INDENT)).length;
    const problem = (message: string) =>
      errors.push(`Line ${index + 1} ${message} (got "${line.trim().slice(0, 60)}")`);
    const entry = parseEntry(line.trim());
    const depth = spaces / INDENT;
    if (!entry) problem('must be "- [Title](path)" or "- Title"');
    else if (entry.path !== undefined && !isPagePath(entry.path)) problem(`has a path that ${PAGE_PATH_RULE}`);
    else if (!Number.isInteger(depth) || depth > parents.length) {
      problem(`must be indented by ${INDENT} spaces more than the group that contains it, and by no other number`);
    } else {
      const parent = parents[depth - 1];
      if (parent) parent.items = [...(parent.items ?? []), entry];
      else root.push(entry);
      parents = [...parents.slice(0, depth), entry];
    }
  }
  return errors.length > 0 ? { errors: errors.slice(0, 10) } : { entries: root };
}

function parseEntry(line: string): Writable | undefined {
  const removeEscapes = (title: string) => title.replaceAll(/\\(.)/g, '$1').trim();
  const [, title = '', path = ''] = PAGE_LINE.exec(line) ?? [];
  if (title !== '') return { title: removeEscapes(title), path };
  const [, group = ''] = GROUP_LINE.exec(line) ?? [];
  return group === '' || /^\[.*\]\(/.test(group) ? undefined : { title: removeEscapes(group) };
}
