import { getSlug, makeId } from '@context-sync/formats';
import type { Reference } from '@context-sync/reading';
import { findPythonLiteral, findPythonText, findPythonTuples } from '../config/python-config.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import { normalizeName } from '../facts/rst-facts.ts';
import type { Generator, Target } from '../generator-rules.ts';
import type { AnchorRule } from '../heading-anchors.ts';
import type { Lookup } from '../reference-lookup.ts';
import { decodePath, getFolder, getPathInside, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { locateFile } from './plain-rules.ts';

const SOURCE_PATTERN = /\.(?:rst|md|txt|ipynb)$/i;
/** Matches the configuration of Sphinx, whose values functions of other packages can compute. Other programs also use the name `conf.py`. */
const CONFIG_PATTERN =
  /^(?:extensions|html_theme|master_doc|root_doc|source_suffix|project)\s*=|^\s*(?:from|import)\s+\w*sphinx/m;
const SOURCES: readonly string[] = ['.rst', '.md', '.txt', '.ipynb'];
/** Matches targets that are paths of files. */
const FILE_TARGET =
  /\/|\.(?:md|rst|ipynb|txt|html?|png|jpe?g|gif|svg|webp|pdf|py|js|css|json|ya?ml|toml|cfg|ini|sh|zip|csv)$/i;
/** Labels that Sphinx defines for generated pages. */
const BUILT_IN_LABELS = new Set(['genindex', 'modindex', 'py-modindex', 'search']);

/** Anchors of headings in reStructuredText and MyST. */
export const MYST_ANCHORS: AnchorRule = {
  slug: (text) => makeId(text) || getSlug(text),
  alternatives: (text) => [getSlug(text)],
  separator: '-',
  first: 1,
  hasTitle: true,
};

/** Rules of Sphinx, in which references are labels, documents and terms of the whole project. Only string literals of `conf.py` are read. */
export const sphinx: Generator = {
  name: 'sphinx',
  configNames: ['conf.py'],
  rules: (path, text) => {
    if (!CONFIG_PATTERN.test(text)) return [];
    const folder = getFolder(path);
    const hasInventories = /^[^#\n]*\bintersphinx\b|^[^#\n]*intersphinx_mapping\b/m.test(text);
    // Markdown of Sphinx is MyST, in which lines that start with a percent sign are comments.
    const attributes = new Map<string, string>([['myst', 'true']]);
    for (const name of ['project', 'version', 'release', 'copyright', 'author']) {
      const value = findPythonLiteral(text, name);
      if (value !== undefined) attributes.set(name, value);
    }
    // Sphinx adds the prolog and the epilog to every document. They usually define substitutions.
    for (const name of ['rst_prolog', 'rst_epilog']) {
      const value = findPythonText(text, name) ?? findPythonLiteral(text, name);
      if (value !== undefined) attributes.set(name, value);
    }
    for (const [role, [url = '', caption = '']] of findPythonTuples(text, 'extlinks'))
      attributes.set(`extlinks:${role}`, `${url}\n${caption}`);
    return [
      {
        generator: 'sphinx',
        folder,
        anchors: MYST_ANCHORS,
        attributes,
        covers: (file) => getPathInside(folder, file) !== undefined,
        addressOf: (file) => {
          const relativeFile = getPathInside(folder, file);
          return relativeFile === undefined || !SOURCE_PATTERN.test(relativeFile)
            ? undefined
            : `/${relativeFile.replace(SOURCE_PATTERN, '.html')}`;
        },
        namesFromPath: () => [],
        namesFromFacts: (_file, facts) => getLabelNames(folder, facts),
        locate: (from, reference, lookup) => locateReference(from, reference, lookup, folder, hasInventories),
        includePath: (from, target) => resolvePath(target.startsWith('/') ? folder : getFolder(from), target),
      },
    ];
  },
};

/** Returns the names of the labels and terms that a document defines for the whole project. */
export function getLabelNames(folder: string, { labels = {}, terms = {} }: DocumentFacts): string[] {
  return [
    ...Object.keys(labels).map((name) => `label:${folder}:${name}`),
    ...Object.keys(terms).map((name) => `term:${folder}:${name}`),
  ];
}

/** Resolves a reference to a document, a label or a term of the project. */
export function locateReference(
  from: string,
  { kind, target }: Reference,
  lookup: Lookup,
  folder: string,
  hasInventories: boolean,
): Target | undefined {
  if (kind === 'doc') return locateDocument(from, target, lookup, folder);
  if (kind === 'label' || kind === 'term') {
    const name = normalizeName(target);
    const labelTarget = getPlace(kind, name, lookup, folder);
    if (labelTarget) return labelTarget;
    // Labels of other projects are defined in their inventories, so they cannot be checked.
    if (hasInventories || name.includes(':') || BUILT_IN_LABELS.has(name)) return undefined;
    return { problem: `${kind} "${target}" is not defined` };
  }
  return kind === 'url' ? locateLink(from, target, lookup, { folder, hasInventories }) : undefined;
}

function getPlace(kind: 'label' | 'term', name: string, lookup: Lookup, folder: string): Target | undefined {
  for (const path of lookup.findByName(`${kind}:${folder}:${name}`)) {
    const facts = lookup.facts(path);
    const labelPlace = (kind === 'label' ? facts?.labels : facts?.terms)?.[name];
    if (labelPlace)
      return {
        path,
        fragment: labelPlace.anchor,
        isChecked: true,
        ...(labelPlace.title === undefined ? {} : { title: labelPlace.title }),
      };
  }
  return undefined;
}

function locateDocument(from: string, target: string, lookup: Lookup, folder: string): Target | undefined {
  const name = target
    .trim()
    .replace(/\/+$/, '')
    .replace(/\.(?:rst|md)$/, '');
  const base = resolvePath(name.startsWith('/') ? folder : getFolder(from), name);
  const path = base === undefined ? undefined : SOURCES.map((end) => base + end).find((file) => lookup.isFile(file));
  if (path !== undefined) return { path };
  return name.includes(':') ? undefined : { problem: `document ${base ?? name} does not exist` };
}

/** Resolves a link of MyST, which refers to a file or a label. */
function locateLink(
  from: string,
  target: string,
  lookup: Lookup,
  { folder, hasInventories }: { readonly folder: string; readonly hasInventories: boolean },
): Target | undefined {
  const { path, fragment } = splitTarget(target.replace(/^(?:project|path|inv):/, ''));
  if (path === '' && fragment !== undefined) {
    const labelFacts = lookup.facts(from)?.labels;
    return Object.hasOwn(labelFacts ?? {}, normalizeName(fragment))
      ? findPlace(from, fragment, labelFacts)
      : (getPlace('label', normalizeName(fragment), lookup, folder) ?? {
          path: from,
          fragment,
          isOpen: hasInventories,
        });
  }
  const located = locateFile(from, path === '' ? target : target.replace(/^(?:project|path):/, ''), lookup, [folder]);
  if ('path' in located && lookup.isFile(located.path)) return located;
  // A target that is not a file is a label, whose name can contain slashes and dots.
  const name = normalizeName(decodePath(target.replace(/^(?:project|inv):/, '').replace(/^#/, '')));
  const place = getPlace('label', name, lookup, folder);
  if (place || target.startsWith('inv:') || 'path' in located)
    return place ?? (target.startsWith('inv:') ? undefined : located);
  // Other targets are objects that the build reads from code, such as `Class.method`, or labels of other projects.
  const isName = path.includes('.') || hasInventories;
  return isName && !FILE_TARGET.test(path) ? { unchecked: UNCHECKED_REASONS.object } : located;
}

function findPlace(path: string, name: string, labels: DocumentFacts['labels']): Target {
  const labelPlace = labels?.[normalizeName(name)];
  return { path, fragment: labelPlace?.anchor ?? name, isChecked: true };
}
