import { parseConfig } from '@context-sync/formats';
import { getPairs, getText, getValue } from '../config/config-values.ts';
import type { Generator } from '../generator-rules.ts';
import { getFolder, getPathInside, resolvePath } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { getLabelNames, locateReference, MYST_ANCHORS } from './sphinx.ts';

const PAGE_PATTERN = /\.(?:md|ipynb|tex)$/i;

/**
 * Rules of mystmd, the generator of Jupyter Book 2. Links are file paths or labels of the whole project. The URLs of pages contain only the names of the files.
 * See https://mystmd.org/guide/cross-references
 */
export const mystmd: Generator = {
  name: 'mystmd',
  configNames: ['myst.yml'],
  title: (path, text) => getText(getValue(parseConfig(path, text), 'project'), 'title'),
  rules: (path, text) => {
    const config = parseConfig(path, text);
    const project = getValue(config, 'project');
    if (project === undefined && getValue(config, 'site') === undefined) return [];
    const folder = getFolder(path);
    const hasFolders = getValue(getValue(getValue(config, 'site'), 'options'), 'folders') === true;
    const attributes = new Map([['myst', 'true']]);
    for (const [name, value] of getPairs(project, 'references')) {
      const url = typeof value === 'string' ? value : getText(value, 'url');
      if (url !== undefined) attributes.set(`project:${name}`, url);
    }
    return [
      {
        generator: 'mystmd',
        folder,
        anchors: MYST_ANCHORS,
        attributes,
        covers: (file) => getPathInside(folder, file) !== undefined,
        getAddress: (file) => {
          const innerPath = getPathInside(folder, file);
          if (innerPath === undefined || !PAGE_PATTERN.test(innerPath)) return undefined;
          const name = innerPath.replace(PAGE_PATTERN, '').toLowerCase();
          if (/^(?:index|readme)$/.test(name)) return '/';
          const slugs = name.split('/').map(getPageSlug);
          return `/${hasFolders ? slugs.join('/') : slugs.at(-1)}`;
        },
        namesFromPath: () => [],
        namesFromFacts: (_file, facts) => getLabelNames(folder, facts),
        locate(from, reference, lookup) {
          const target = locateReference(from, reference, lookup, { folder, hasInventories: true });
          // Several sites can share a host. A page of another site has a URL path, but no file in this repository.
          const isAddress = reference.kind === 'url' && /^\/[^.#]+$/.test(reference.target);
          return isAddress && target && 'problem' in target ? { unchecked: UNCHECKED_REASONS.outside } : target;
        },
        includePath: (from, target) => resolvePath(target.startsWith('/') ? folder : getFolder(from), target),
      },
    ];
  },
};

/** Returns the name of a file in URLs, without numbers that only order the files. */
function getPageSlug(name: string): string {
  return name.replaceAll(/[^a-z\d]+/g, '-').replace(/^[\d_.-]+(?=[a-z])/, '');
}
