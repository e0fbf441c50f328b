import { parseConfig } from '@context-sync/formats';
import { listAt } from '../config/config-values.ts';
import { getFolder, joinPath } from '../repository-paths.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';

const MAX_INCLUDES = 50;
const LIST_ENTRY = /^[ \t]*(\*+|\.+|-)[ \t]+(\S.*)$/;
const BLOCK_TITLE = /^\.(?![.\s])(\S.*)$/;
const INCLUDE = /^include::([^[\]]{1,300})\[[^\]]*\]$/;
const XREF = /^(?:xref:|<<)([^[\],>]{1,300})(?:\[([^\]]*)\]|[,>])/;

interface OpenEntry {
  readonly level: number;
  readonly items: MutableEntry[];
}

interface MutableEntry extends SiteEntry {
  readonly items: MutableEntry[];
}

/** Reads the navigation files that `antora.yml` lists, which are nested lists of references. */
export function readAntoraNavigation(site: NavigatedSite): readonly SiteEntry[] {
  const { folder } = site.rules;
  const config = joinPath(folder, 'antora.yml');
  const listedFiles = listAt(parseConfig(config, site.read(config) ?? ''), 'nav').filter(
    (path) => typeof path === 'string',
  );
  const files = listedFiles.length > 0 ? listedFiles : ['modules/ROOT/nav.adoc'];
  const budget = { includes: MAX_INCLUDES };
  return files.flatMap((path) => {
    const file = joinPath(folder, path);
    return readList(site, file, readLines(site, file, budget));
  });
}

/** Returns the lines of a navigation file and of the files that it includes. */
function readLines(site: NavigatedSite, file: string, budget: { includes: number }): string[] {
  const text = site.lookup.isFile(file) ? (site.read(file) ?? '') : '';
  const lines: string[] = [];
  let isComment = false;
  for (const line of text.split('\n')) {
    if (/^\/{4,}$/.test(line.trim())) isComment = !isComment;
    else if (!isComment && !line.startsWith('//')) {
      const target = INCLUDE.exec(line.trim())?.[1];
      const includedPath = target === undefined ? undefined : site.rules.includePath?.(file, target, site.lookup);
      if (includedPath === undefined || budget.includes === 0) lines.push(line);
      else {
        budget.includes -= 1;
        lines.push(...readLines(site, includedPath, budget));
      }
    }
  }
  return lines;
}

function readList(site: NavigatedSite, file: string, lines: readonly string[]): SiteEntry[] {
  const top: MutableEntry[] = [];
  let list = top;
  let open: OpenEntry[] = [];
  const from = site.documents.has(file) ? file : joinPath(getFolder(file), 'pages/nav.adoc');
  for (const line of lines) {
    const [, marks, text = ''] = LIST_ENTRY.exec(line) ?? [];
    const title = marks === undefined ? BLOCK_TITLE.exec(line)?.[1] : undefined;
    if (title !== undefined) {
      const group = createEntry(site, from, title);
      top.push(group);
      list = group.items;
      open = [];
    }
    if (marks === undefined) continue;
    const level = marks === '-' ? 1 : marks.length;
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const entry = createEntry(site, from, text);
    (open.at(-1)?.items ?? list).push(entry);
    open.push({ level, items: entry.items });
  }
  return removeEmpty(top);
}

function createEntry(site: NavigatedSite, from: string, text: string): MutableEntry {
  const [, target, label = ''] = XREF.exec(text) ?? [];
  if (target === undefined) {
    const words = text.replace(/^(?:link:|https?:)\S*?\[([^\]]*)\].*$/, '$1').replaceAll(/[*_`^]|,?\s*window=\S+/g, '');
    return { title: words.trim(), items: [] };
  }
  const locatedTarget = site.rules.locate(from, { kind: 'xref', target }, site.lookup);
  const file =
    locatedTarget && 'path' in locatedTarget && site.documents.has(locatedTarget.path) ? locatedTarget.path : undefined;
  const title = label.replaceAll(/[*_`]/g, '').trim();
  return { ...(title === '' ? {} : { title }), ...(file === undefined ? {} : { file }), items: [] };
}

function removeEmpty(entries: readonly SiteEntry[]): SiteEntry[] {
  return entries.flatMap((entry) => {
    const items = removeEmpty(entry.items);
    return entry.file === undefined && items.length === 0 ? [] : [{ ...entry, items }];
  });
}
