import { getSlug, makeId } from '@context-sync/formats';
import { isPartPath, type Reference } from '@context-sync/reading';
import { findPythonLiteral, findPythonText, findPythonTuples } from '../config/python-config.ts';
import type { DocumentFacts } from '../facts/document-facts.ts';
import { normalizeName } from '../facts/rst-facts.ts';
import type { Generator, Target } from '../generator-rules.ts';
import type { AnchorRule } from '../heading-anchors.ts';
import { includeNames } from '../include-names.ts';
import type { Lookup } from '../reference-lookup.ts';
import { decodePath, getFolder, getPathInside, resolvePath, splitTarget } from '../repository-paths.ts';
import { UNCHECKED_REASONS } from '../unchecked-reasons.ts';
import { locateFile } from './plain-rules.ts';

const MAX_INCLUDE_DEPTH = 4;
const SOURCE_PATTERN = /\.(?:rst|md|txt|ipynb)$/i;
/** Matches the configuration of Sphinx. Functions of other packages can compute its values. Other programs also use the name `conf.py`. */
const CONFIG_PATTERN =
  /^(?:extensions|html_theme|master_doc|root_doc|source_suffix|project)\s*=|^\s*(?:from|import)\s+\w*sphinx/m;
const SOURCES: readonly string[] = ['.rst', '.md', '.txt', '.ipynb'];
/** Matches targets that are paths of files. */
const FILE_TARGET =
  /\/|\.(?:md|rst|ipynb|txt|html?|png|jpe?g|gif|svg|webp|pdf|py|js|css|json|ya?ml|toml|cfg|ini|sh|zip|csv)$/i;
/** Matches the start of the labels that a directive in the configuration defines, such as `names=[f"rest-api-{id}"]`. */
const LABEL_PREFIX = /\bnames\s*=\s*\[\s*f["']([\w-]{2,40}-)\{/g;
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

/** Rules of Sphinx, in which references refer to labels, documents and terms of the whole project. Only string literals of `conf.py` are read. */
export const sphinx: Generator = {
  name: 'sphinx',
  configNames: ['conf.py'],
  title: (_path, text) => findPythonLiteral(text, 'html_title') ?? findPythonLiteral(text, 'project'),
  rules: (path, text) => {
    if (!CONFIG_PATTERN.test(text)) return [];
    const folder = getFolder(path);
    const hasInventories = /^[^#\n]*\bintersphinx\b|^[^#\n]*intersphinx_mapping\b/m.test(text);
    const labelPrefixes = [...text.matchAll(LABEL_PREFIX)].map(([, prefix = '']) => prefix);
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
        getAddress: (file) => {
          const relativeFile = getPathInside(folder, file);
          return relativeFile === undefined || !SOURCE_PATTERN.test(relativeFile)
            ? undefined
            : `/${relativeFile.replace(SOURCE_PATTERN, '.html')}`;
        },
        namesFromPath: () => [],
        namesFromFacts: (_file, facts) => getLabelNames(folder, facts),
        locate: (from, reference, lookup) =>
          locateReference(from, reference, lookup, { folder, hasInventories, labelPrefixes }),
        includePath: (from, target) => resolvePath(target.startsWith('/') ? folder : getFolder(from), target),
      },
    ];
  },
};

/** Facts of a project that its references depend on. */
interface SphinxProject {
  readonly folder: string;
  /** Whether references can name objects and labels of other projects. */
  readonly hasInventories: boolean;
  /** The start of labels that directives of the configuration define. */
  readonly labelPrefixes?: readonly string[];
}

/** Returns the names of the labels, terms and objects that a document defines for the whole project. */
export function getLabelNames(folder: string, { labels = {}, terms = {}, objects = [] }: DocumentFacts): string[] {
  return [
    ...objects.flatMap((name) => listShortNames(name).map((each) => getObjectName(folder, each))),
    ...Object.keys(labels).map((name) => `label:${folder}:${name}`),
    ...Object.keys(terms).map((name) => `term:${folder}:${name}`),
  ];
}

function getObjectName(folder: string, name: string): string {
  return `object:${folder}:${name}`;
}

/** Returns the names with which a reference can refer to an object: `a.b.C`, `b.C` and `C`. */
function listShortNames(name: string): string[] {
  const parts = name.split('.');
  return parts.map((_, index) => parts.slice(index).join('.'));
}

/** Resolves a reference to a document, a label or a term of the project. */
export function locateReference(
  from: string,
  { kind, target }: Reference,
  lookup: Lookup,
  project: SphinxProject,
): Target | undefined {
  const { folder, hasInventories } = project;
  if (kind === 'doc') return locateDocument(from, target, lookup, folder);
  if (kind === 'label' || kind === 'term') {
    const name = normalizeName(target);
    const labelTarget = getPlace(kind, name, lookup, folder);
    if (labelTarget) return labelTarget;
    // Labels of other projects are defined in their inventories, so they cannot be checked.
    if (hasInventories || name.includes(':') || BUILT_IN_LABELS.has(name)) return undefined;
    return { problem: `${kind} "${target}" is not defined` };
  }
  return kind === 'url' ? locateLink(from, target, lookup, project) : undefined;
}

function getPlace(kind: 'label' | 'term', name: string, lookup: Lookup, folder: string): Target | undefined {
  for (const path of lookup.findByName(`${kind}:${folder}:${name}`)) {
    const facts = lookup.facts(path);
    const labelPlace = (kind === 'label' ? facts?.labels : facts?.terms)?.[name];
    if (labelPlace)
      return {
        path: findIncludingPage(path, lookup),
        fragment: labelPlace.anchor,
        isChecked: true,
        ...(labelPlace.title === undefined ? {} : { title: labelPlace.title }),
      };
  }
  return undefined;
}

/** Returns the page that includes a file; the path of the file itself if no page includes it. */
function findIncludingPage(path: string, lookup: Lookup): string {
  let page = path;
  for (let depth = 0; depth < MAX_INCLUDE_DEPTH && isPartPath(page); depth += 1) {
    const [own = ''] = includeNames(page);
    const next = lookup.findByName(own).find((each) => each !== page);
    if (next === undefined) break;
    page = next;
  }
  return page;
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
  { folder, hasInventories, labelPrefixes = [] }: SphinxProject,
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
  const locatedTarget = locateFile(from, path === '' ? target : target.replace(/^(?:project|path):/, ''), lookup, [
    folder,
  ]);
  if ('path' in locatedTarget && lookup.isFile(locatedTarget.path)) return locatedTarget;
  // A target that is not a file is a label, whose name can contain slashes and dots.
  const name = normalizeName(decodePath(target.replace(/^(?:project|inv):/, '').replace(/^#/, '')));
  const place = getPlace('label', name, lookup, folder);
  if (place || target.startsWith('inv:') || 'path' in locatedTarget)
    return place ?? (target.startsWith('inv:') ? undefined : locatedTarget);
  const object = findObject(path, lookup, folder);
  if (object) return object;
  if (labelPrefixes.some((prefix) => path.startsWith(prefix))) return { unchecked: UNCHECKED_REASONS.generated };
  // Other targets are objects that the build reads from code, such as `Class.method`, or labels of other projects.
  const isName = path.includes('.') || hasInventories;
  return isName && !FILE_TARGET.test(path) ? { unchecked: UNCHECKED_REASONS.object } : locatedTarget;
}

/**
 * Returns the document that describes an object or, if there is none, the class or module that contains the object, because the build reads members from code.
 */
function findObject(objectName: string, lookup: Lookup, folder: string): Target | undefined {
  const name = objectName.replace(/^~/, '').replace(/\(\)$/, '');
  if (!/^[A-Za-z_][\w.]*$/.test(name)) return undefined;
  const parts = name.split('.');
  for (let count = parts.length; count > 0; count -= 1) {
    const owner = parts.slice(0, count).join('.');
    for (const path of lookup.findByName(getObjectName(folder, owner))) {
      const object = lookup.facts(path)?.objects?.find((each) => `.${each}`.endsWith(`.${owner}`));
      if (object !== undefined) return { path, fragment: [object, ...parts.slice(count)].join('.'), isChecked: true };
    }
  }
  return undefined;
}

function findPlace(path: string, name: string, labels: DocumentFacts['labels']): Target {
  const labelPlace = labels?.[normalizeName(name)];
  const title = labelPlace?.title;
  return {
    path,
    fragment: labelPlace?.anchor ?? name,
    isChecked: true,
    ...(title === undefined ? {} : { title }),
  };
}
