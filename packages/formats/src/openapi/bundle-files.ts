import {
  createReferences,
  getKeyMeaning,
  getProperty,
  getReference,
  isObject,
  type KeyMeaning,
  parsePointer,
  type ReferenceResolver,
} from '@context-sync/openapi';
import { detectFormat, formatFault, parseSource } from '@context-sync/openapi/source';
import { createIncludeReader, type ReadContext } from '@context-sync/reading';

/** Key of the root object under which parts from other files are stored, except for schemas. */
const INCLUDED_KEY = 'x-included';

/** Keys whose value is a schema, or whose members are schemas. */
const SCHEMA_KEYS = new Set(
  `schema schemas items prefixItems properties patternProperties additionalProperties unevaluatedProperties allOf oneOf anyOf not if then else
   contains definitions $defs propertyNames dependentSchemas`.split(/\s+/),
);
/** Result of resolving the references to other files. */
export interface Bundle {
  /** Total length of the other files, in characters. */
  readonly chars: number;
  /** References that could not be resolved. */
  readonly missing: ReadonlySet<string>;
  /** Reasons why references could not be resolved, with the first keys of their position in the OpenAPI document. */
  readonly problems: readonly { readonly message: string; readonly place: readonly string[] }[];
}

/** A value that has not been searched for references yet. */
interface PendingObject {
  readonly value: unknown;
  /** Path of the file that contains the value. Relative references are resolved against this path. */
  readonly file: string;
  /** First keys of the value's position in the OpenAPI document. */
  readonly place: readonly string[];
  readonly isSchema: boolean;
  readonly keys: KeyMeaning;
  /** Whether tools inline the referenced value at this position, because OpenAPI does not allow references there. */
  readonly isInlined: boolean;
}

/**
 * Copies the parts of other files that an OpenAPI document refers to into the document, as bundlers do, and changes the references accordingly.
 * Schemas become components.
 */
export function bundleFiles(root: Record<string, unknown>, { path: page, site }: ReadContext): Bundle {
  const files = createFiles(page, root, site);
  const pageReferences = createReferences(root);
  const missingFiles = new Set<string>();
  const problems = new Map<string, Bundle['problems'][number]>();
  const references = new Map<string, string>();
  const seenObjects = new Set<unknown>();
  const pendingObjects: PendingObject[] = [
    { value: root, file: page, place: [], isSchema: false, keys: 'keywords', isInlined: false },
  ];

  /** Returns the value of a reference, and adds it to the values to search. */
  const getTarget = (
    reference: string,
    from: PendingObject,
  ): { key: string; file: string; value: unknown } | undefined => {
    const hash = reference.indexOf('#');
    const name = hash < 0 ? reference : reference.slice(0, hash);
    const pointer = hash < 0 ? '' : reference.slice(hash);
    const file = name === '' ? from.file : files.resolvePath(from.file, name);
    const fileResult = file === undefined ? { problem: `${name} is outside of the repository` } : files.read(file);
    const target = 'problem' in fileResult ? undefined : fileResult.references.find(pointer || '#', undefined);
    if (file !== undefined && typeof target === 'object')
      return { key: `${file}${pointer}`, file, value: target.value };
    const problemText = 'problem' in fileResult ? fileResult.problem : `${file} has no ${pointer}`;
    missingFiles.add(reference);
    if (!problems.has(problemText))
      problems.set(problemText, { message: `a reference was skipped: ${problemText}`, place: from.place });
    return undefined;
  };

  const follow = (holder: Record<string, unknown>, reference: string, from: PendingObject): unknown => {
    const isOwn =
      from.file === page && (reference.startsWith('#') || pageReferences.find(reference, holder) !== 'external');
    if (isOwn || /^[a-z][a-z\d+.-]*:/i.test(reference)) return holder;
    const target = getTarget(reference, from);
    if (!target) return holder;
    const { key, file, value } = target;
    const isPage = file === page;
    if (!isPage) pendingObjects.push({ ...from, value, file });
    if (from.isInlined) return value;
    const knownReference = references.get(key);
    const localReference =
      knownReference ?? (isPage ? key.slice(page.length) || '#' : addPart(root, key, value, from.isSchema));
    references.set(key, localReference);
    holder.$ref = localReference;
    return holder;
  };

  for (let pendingObject = pendingObjects.pop(); pendingObject; pendingObject = pendingObjects.pop()) {
    const { value } = pendingObject;
    if (typeof value !== 'object' || value === null || seenObjects.has(value)) continue;
    seenObjects.add(value);
    const reference = pendingObject.keys === 'keywords' ? getReference(value) : undefined;
    if (reference !== undefined && isObject(value)) follow(value, reference, pendingObject);
    for (const [key, child] of Object.entries(value)) {
      const childKeys = Array.isArray(value) ? pendingObject.keys : getKeyMeaning(pendingObject.keys, key, child);
      if (typeof child !== 'object' || child === null || childKeys === 'data') continue;
      const childPath =
        pendingObject.file === page && pendingObject.place.length < 3
          ? [...pendingObject.place, key]
          : pendingObject.place;
      const childObject = getChild({ ...pendingObject, place: childPath }, key, child, childKeys);
      const inlinedReference = childObject.isInlined && isObject(child) ? getReference(child) : undefined;
      if (inlinedReference === undefined) pendingObjects.push(childObject);
      else
        (value as Record<string, unknown>)[key] = follow(
          child as Record<string, unknown>,
          inlinedReference,
          childObject,
        );
    }
  }
  return { chars: files.chars(), missing: missingFiles, problems: [...problems.values()] };
}

function getChild(parent: PendingObject, key: string, value: unknown, keys: KeyMeaning): PendingObject {
  if (parent.keys === 'names' || Array.isArray(parent.value)) return { ...parent, value, keys };
  return {
    ...parent,
    value,
    keys,
    isSchema: SCHEMA_KEYS.has(key),
    isInlined: parent.isInlined || key.startsWith('x-') || key === 'description',
  };
}

/** Adds a part of another file to the OpenAPI document. Returns the reference to that part. */
function addPart(root: Record<string, unknown>, key: string, value: unknown, isSchema: boolean): string {
  const holder = isSchema ? getObjectAt(getObjectAt(root, 'components'), 'schemas') : getObjectAt(root, INCLUDED_KEY);
  const hash = key.indexOf('#');
  const fragment = hash < 0 ? '' : key.slice(hash);
  const lastKey = fragment.startsWith('#/') ? parsePointer(fragment).at(-1) : fragment.slice(1);
  const file = (hash < 0 ? key : key.slice(0, hash)).replace(/^.*\//, '').replace(/\.(?:ya?ml|json)$/i, '');
  const base = lastKey || file;
  let name = base;
  for (let count = 2; Object.hasOwn(holder, name); count += 1) name = `${base}-${count}`;
  holder[name] = value;
  const pointer = name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
  return `#/${isSchema ? 'components/schemas' : INCLUDED_KEY}/${pointer}`;
}

function getObjectAt(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const value = getProperty(holder, key);
  if (isObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  holder[key] = copy;
  return copy;
}

type ReadFile = { readonly references: ReferenceResolver } | { readonly problem: string };

interface Files {
  /** Returns the path of a file that another file refers to; undefined if the path is outside of the repository. */
  resolvePath(from: string, name: string): string | undefined;
  read(path: string): ReadFile;
  chars(): number;
}

function createFiles(page: string, root: unknown, site: ReadContext['site']): Files {
  const knownFiles = new Map<string, ReadFile>([[page, { references: createReferences(root) }]]);
  const readSiteFile = site && createIncludeReader(site);
  let chars = 0;
  const load = (path: string): ReadFile => {
    const loadResult = readSiteFile?.(page, computeRelativePath(page, path)) ?? { problem: `${path} is not known` };
    if ('problem' in loadResult) return loadResult;
    chars += loadResult.text.length;
    const source = parseSource(loadResult.text, detectFormat(loadResult.text, path));
    return 'fault' in source
      ? { problem: `${path}, line ${source.fault.line}: ${formatFault(source.fault)}` }
      : { references: createReferences(source.root) };
  };
  return {
    chars: () => chars,
    resolvePath: (from, name) => resolveSegments([...from.split('/').slice(0, -1), ...tryDecode(name).split('/')]),
    read(path) {
      const document = knownFiles.get(path) ?? load(path);
      knownFiles.set(path, document);
      return document;
    },
  };
}

function tryDecode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function resolveSegments(segments: readonly string[]): string | undefined {
  const path: string[] = [];
  for (const segment of segments) {
    if (segment === '..' && path.pop() === undefined) return undefined;
    if (segment !== '..' && segment !== '.' && segment !== '') path.push(segment);
  }
  return path.join('/');
}

/** Returns the path of a file relative to the folder of another file. */
function computeRelativePath(from: string, to: string): string {
  const folder = from.split('/').slice(0, -1);
  const target = to.split('/');
  let commonLength = 0;
  while (commonLength < folder.length && folder[commonLength] === target[commonLength]) commonLength += 1;
  return [...folder.slice(commonLength).map(() => '..'), ...target.slice(commonLength)].join('/');
}
