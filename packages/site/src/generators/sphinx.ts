import { makeId, slugOf } from '@context-sync/formats';
import type { Reference } from '@context-sync/reading';
import type { AnchorRule } from '../anchors.ts';
import { pythonLiteral, pythonText } from '../config/python.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import { normalizeName } from '../facts/rst-facts.ts';
import type { Lookup } from '../lookup.ts';
import { folderOf, pathInside, resolvePath, splitTarget } from '../paths.ts';
import type { Generator, Target } from '../rules.ts';
import { locateFile } from './plain.ts';

const SOURCE = /\.(?:rst|md|txt|ipynb)$/i;
const SOURCES: readonly string[] = ['.rst', '.md', '.txt', '.ipynb'];
/** Labels that Sphinx makes itself. */
const BUILT_IN = new Set(['genindex', 'modindex', 'py-modindex', 'search']);

const ANCHORS: AnchorRule = {
  slug: (text) => makeId(text) || slugOf(text),
  alternatives: (text) => [slugOf(text)],
  separator: '-',
  first: 1,
  hasTitle: true,
};

/** Sphinx: references are labels, documents and terms of the whole project. Only plain literals of `conf.py` are read. */
export const sphinx: Generator = {
  name: 'sphinx',
  configNames: ['conf.py'],
  rules: (path, text) => {
    if (!/^(?:extensions|html_theme|master_doc|root_doc|source_suffix|project)\s*=/m.test(text)) return [];
    const folder = folderOf(path);
    const hasInventories = /^intersphinx_mapping\s*=/m.test(text);
    const attributes = new Map<string, string>();
    for (const name of ['project', 'version', 'release', 'copyright', 'author']) {
      const value = pythonLiteral(text, name);
      if (value !== undefined) attributes.set(name, value);
    }
    // Added to the start and the end of every document; usually definitions of substitutions.
    for (const name of ['rst_prolog', 'rst_epilog']) {
      const value = pythonText(text, name) ?? pythonLiteral(text, name);
      if (value !== undefined) attributes.set(name, value);
    }
    return [
      {
        generator: 'sphinx',
        folder,
        anchors: ANCHORS,
        attributes,
        covers: (file) => pathInside(folder, file) !== undefined,
        addressOf: (file) => {
          const inside = pathInside(folder, file);
          return inside === undefined || !SOURCE.test(inside) ? undefined : `/${inside.replace(SOURCE, '.html')}`;
        },
        namesFromPath: () => [],
        namesFromFacts: (_file, facts) => namesOf(folder, facts),
        locate: (from, reference, lookup) => locate(from, reference, lookup, folder, hasInventories),
        includePath: (from, target) => resolvePath(target.startsWith('/') ? folder : folderOf(from), target),
      },
    ];
  },
};

function namesOf(folder: string, { labels = {}, terms = {} }: DocumentFacts): string[] {
  return [
    ...Object.keys(labels).map((name) => `label:${folder}:${name}`),
    ...Object.keys(terms).map((name) => `term:${folder}:${name}`),
  ];
}

function locate(
  from: string,
  { kind, target }: Reference,
  lookup: Lookup,
  folder: string,
  hasInventories: boolean,
): Target | undefined {
  if (kind === 'doc') return locateDocument(from, target, lookup, folder);
  if (kind === 'label' || kind === 'term') {
    const name = normalizeName(target);
    const found = placeOf(kind, name, lookup, folder);
    if (found) return found;
    // Names of other projects are known only to their inventories.
    if (hasInventories || name.includes(':') || BUILT_IN.has(name)) return undefined;
    return { problem: `${kind} "${target}" is not defined` };
  }
  return kind === 'url' ? locateLink(from, target, lookup, folder) : undefined;
}

function placeOf(kind: 'label' | 'term', name: string, lookup: Lookup, folder: string): Target | undefined {
  for (const path of lookup.named(`${kind}:${folder}:${name}`)) {
    const facts = lookup.facts(path);
    const place = (kind === 'label' ? facts?.labels : facts?.terms)?.[name];
    if (place)
      return {
        path,
        fragment: place.anchor,
        isChecked: true,
        ...(place.title === undefined ? {} : { title: place.title }),
      };
  }
  return undefined;
}

function locateDocument(from: string, target: string, lookup: Lookup, folder: string): Target | undefined {
  const name = target
    .trim()
    .replace(/\/+$/, '')
    .replace(/\.(?:rst|md)$/, '');
  const base = resolvePath(name.startsWith('/') ? folder : folderOf(from), name);
  const path = base === undefined ? undefined : SOURCES.map((end) => base + end).find((file) => lookup.isFile(file));
  if (path !== undefined) return { path };
  return name.includes(':') ? undefined : { problem: `document ${base ?? name} does not exist` };
}

/** A link of MyST is a file, or a label. */
function locateLink(from: string, target: string, lookup: Lookup, folder: string): Target | undefined {
  const { path, fragment } = splitTarget(target);
  if (path === '' && fragment !== undefined) {
    const own = lookup.facts(from)?.labels;
    return Object.hasOwn(own ?? {}, normalizeName(fragment))
      ? placeIn(from, fragment, own)
      : (placeOf('label', normalizeName(fragment), lookup, folder) ?? { path: from, fragment });
  }
  if (!path.includes('/') && !path.includes('.')) {
    const place = placeOf('label', normalizeName(path), lookup, folder);
    if (place) return place;
  }
  return locateFile(from, target, lookup, [folder]);
}

function placeIn(path: string, name: string, labels: DocumentFacts['labels']): Target {
  const place = labels?.[normalizeName(name)];
  return { path, fragment: place?.anchor ?? name, isChecked: true };
}
