import { findPythonLiteral } from '../config/python-config.ts';
import type { ToctreeEntry } from '../facts/toctrees.ts';
import { removeExtension } from '../place/title-names.ts';
import { getFolder, joinPath, resolvePath } from '../repository-paths.ts';
import type { NavigatedSite, SiteEntry } from './navigated-site.ts';

const MAX_DEPTH = 12;

/** Reads the tables of contents, beginning with the table of the root document. A document that several tables list is added only for the first of them. */
export function readSphinxNavigation(site: NavigatedSite): readonly SiteEntry[] {
  const { folder } = site.rules;
  const config = site.read(joinPath(folder, 'conf.py')) ?? '';
  const root = findPythonLiteral(config, 'root_doc') ?? findPythonLiteral(config, 'master_doc') ?? 'index';
  const byName = new Map([...site.documents.keys()].map((file) => [removeExtension(file), file]));
  const start = byName.get(joinPath(folder, root)) ?? byName.get(joinPath(folder, 'contents'));
  if (start === undefined) return [];
  const passedFiles = new Set([start]);
  const find = (from: string, { target, isGlob }: ToctreeEntry): string[] => {
    const path = target.startsWith('/') ? joinPath(folder, target.slice(1)) : resolvePath(getFolder(from), target);
    if (path === undefined) return [];
    const name = removeExtension(path);
    if (isGlob !== true) return [byName.get(name) ?? byName.get(path) ?? []].flat();
    const pattern = createPattern(name);
    return [...byName].filter(([each]) => pattern.test(each)).map(([, file]) => file);
  };
  const listBelow = (from: string, depth: number): SiteEntry[] =>
    (site.documents.get(from)?.toctrees ?? []).flatMap(({ caption, entries }): SiteEntry[] => {
      const files = entries.flatMap((entry) =>
        find(from, entry)
          .filter((file) => !passedFiles.has(file))
          .map((file) => ({ file, title: entry.title })),
      );
      // The entries of this table take precedence over the entries in the tables of its documents.
      for (const { file } of files) passedFiles.add(file);
      const items = files.map(({ file, title }) => ({
        ...(title === undefined ? {} : { title }),
        file,
        items: depth < MAX_DEPTH ? listBelow(file, depth + 1) : [],
      }));
      return caption === undefined || items.length === 0 ? items : [{ title: caption, items }];
    });
  return listBelow(start, 0);
}

/** Creates a pattern for the names that a glob of Sphinx matches. */
function createPattern(glob: string): RegExp {
  const source = glob
    .replaceAll(/[.+^${}()|\\]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, (stars) => (stars.length > 1 ? '.*' : '[^/]*'))
    .replaceAll('?', '[^/]');
  try {
    return new RegExp(`^${source}$`);
  } catch {
    return /^(?!)/;
  }
}
