import { parseConfig } from '@context-sync/formats';
import { getText, getValue } from '../config/config-values.ts';
import type { Generator } from '../generator-rules.ts';
import { decodePath, getFolder, getPathInside, joinPath, resolvePath } from '../repository-paths.ts';
import { createSiteRules } from './page-site-rules.ts';
import { locateFile } from './plain-rules.ts';

/** Rules of mdBook, in which links are file paths. Only the chapters in `SUMMARY.md` are published. */
export const mdbook: Generator = {
  name: 'mdbook',
  configNames: ['book.toml'],
  title: (path, text) => getText(getValue(parseConfig(path, text), 'book'), 'title'),
  rules: (path, text, files) => {
    const book = getValue(parseConfig(path, text), 'book');
    const folder = resolvePath(getFolder(path), getText(book, 'src') ?? 'src');
    if (folder === undefined) return [];
    const chapters = new Set<string>();
    const summary = files.read(joinPath(folder, 'SUMMARY.md')) ?? '';
    for (const [, written = ''] of summary.matchAll(/\]\(\s*<?([^)\s>]+)/g)) {
      const chapter = resolvePath(folder, decodePath(written));
      if (chapter !== undefined) chapters.add(chapter);
    }
    return [
      createSiteRules({
        generator: 'mdbook',
        folder,
        assets: [folder],
        getAddress: (file) => {
          const relativeFile = getPathInside(folder, file);
          if (relativeFile === undefined || (chapters.size > 0 && !chapters.has(file)) || !/\.md$/.test(file))
            return undefined;
          return `/${relativeFile.replace(/(^|\/)README\.md$/i, '$1index.html').replace(/\.md$/, '.html')}`;
        },
        locate: ({ kind, target }, { from, lookup }) =>
          kind === 'url' ? locateFile(from, target, lookup, [folder]) : undefined,
      }),
    ];
  },
};
