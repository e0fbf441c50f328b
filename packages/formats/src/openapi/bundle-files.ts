import { isObject, pointerKeys, property, referenceOf, resolvePointer } from '@context-sync/openapi';
import { createIncludeReader, type ReadContext } from '@context-sync/reading';
import { jsonSource } from './json-source.ts';
import { yamlSource } from './yaml-source.ts';

/** Key of the root object under which parts from other files are stored, except for schemas. */
const INCLUDED = 'x-included';

/** Keys whose members have names that the author chose, so these names are not keywords. */
const MAPS = new Set(
  `callbacks components content encoding examples headers links mapping paths patternProperties properties requestBodies responses schemas
   securitySchemes variables webhooks pathItems parameters definitions $defs`.split(/\s+/),
);
/** Keys whose value is a schema, or whose members are schemas. */
const SCHEMA_KEYS = new Set(
  `schema schemas items prefixItems properties patternProperties additionalProperties unevaluatedProperties allOf oneOf anyOf not if then else
   contains definitions $defs propertyNames dependentSchemas`.split(/\s+/),
);
/** Keys whose value is data. A `$ref` in such a value is not a reference. */
const DATA = new Set(['example', 'default', 'enum', 'const', 'value']);

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
interface Unsearched {
  readonly value: unknown;
  /** Path of the file that contains the value. Relative references are resolved against this path. */
  readonly file: string;
  /** First keys of the value's position in the OpenAPI document. */
  readonly place: readonly string[];
  readonly isSchema: boolean;
  /** Whether the keys of the value are names rather than keywords. */
  readonly isMap: boolean;
  /** Whether tools inline the referenced value at this position, because OpenAPI does not allow references there. */
  readonly isInlined: boolean;
}

/**
 * Copies the parts of other files that an OpenAPI document refers to into the document, as bundlers do, and changes the references
 * accordingly. Schemas become components.
 */
export function bundleFiles(root: Record<string, unknown>, { path: page, site }: ReadContext): Bundle {
  const files = createFiles(page, root, site);
  const missing = new Set<string>();
  const problems = new Map<string, Bundle['problems'][number]>();
  const references = new Map<string, string>();
  const seen = new Set<unknown>();
  const open: Unsearched[] = [{ value: root, file: page, place: [], isSchema: false, isMap: false, isInlined: false }];

  /** Returns the value of a reference, and adds it to the values to search. */
  const targetOf = (reference: string, from: Unsearched): { key: string; file: string; value: unknown } | undefined => {
    const hash = reference.indexOf('#');
    const name = hash < 0 ? reference : reference.slice(0, hash);
    const pointer = hash < 0 ? '' : reference.slice(hash);
    const file = name === '' ? from.file : files.pathOf(from.file, name);
    const read = file === undefined ? { problem: `${name} is outside of the repository` } : files.read(file);
    const value = 'problem' in read ? undefined : resolvePointer(read.root, pointer === '' ? '#' : pointer);
    if (file !== undefined && value !== undefined) return { key: `${file}${pointer}`, file, value };
    const why = 'problem' in read ? read.problem : `${file} has no ${pointer}`;
    missing.add(reference);
    if (!problems.has(why)) problems.set(why, { message: `a reference was left out: ${why}`, place: from.place });
    return undefined;
  };

  const follow = (holder: Record<string, unknown>, reference: string, from: Unsearched): unknown => {
    const isOwn = from.file === page && reference.startsWith('#');
    if (isOwn || /^[a-z][a-z\d+.-]*:/i.test(reference)) return holder;
    const found = targetOf(reference, from);
    if (!found) return holder;
    const { key, file, value } = found;
    const isPage = file === page;
    if (!isPage) open.push({ ...from, value, file });
    if (from.isInlined) return value;
    const known = references.get(key);
    const local = known ?? (isPage ? key.slice(page.length) || '#' : addPart(root, key, value, from.isSchema));
    references.set(key, local);
    holder.$ref = local;
    return holder;
  };

  for (let next = open.pop(); next; next = open.pop()) {
    const { value } = next;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const reference = next.isMap ? undefined : referenceOf(value);
    if (reference !== undefined && isObject(value)) follow(value, reference, next);
    for (const [key, child] of Object.entries(value)) {
      if (typeof child !== 'object' || child === null || (!next.isMap && DATA.has(key))) continue;
      const place = next.file === page && next.place.length < 3 ? [...next.place, key] : next.place;
      const inner = childOf({ ...next, place }, key, child, Array.isArray(value));
      if (inner === undefined) continue;
      const inlined = inner.isInlined && isObject(child) ? referenceOf(child) : undefined;
      if (inlined === undefined) open.push(inner);
      else (value as Record<string, unknown>)[key] = follow(child as Record<string, unknown>, inlined, inner);
    }
  }
  return { chars: files.chars(), missing, problems: [...problems.values()] };
}

function childOf(parent: Unsearched, key: string, value: unknown, isItem: boolean): Unsearched | undefined {
  if (isItem || parent.isMap) return { ...parent, value, isMap: false };
  // In a schema, examples are data.
  if (key === 'examples' && Array.isArray(value)) return undefined;
  return {
    ...parent,
    value,
    isSchema: SCHEMA_KEYS.has(key),
    isMap: MAPS.has(key) && !Array.isArray(value) && key !== 'components',
    isInlined: parent.isInlined || key.startsWith('x-') || key === 'description',
  };
}

/** Adds a part of another file to the OpenAPI document. Returns the reference to that part. */
function addPart(root: Record<string, unknown>, key: string, value: unknown, isSchema: boolean): string {
  const holder = isSchema ? objectAt(objectAt(root, 'components'), 'schemas') : objectAt(root, INCLUDED);
  const hash = key.indexOf('#');
  const last = hash < 0 ? undefined : pointerKeys(key.slice(hash)).at(-1);
  const file = (hash < 0 ? key : key.slice(0, hash)).replace(/^.*\//, '').replace(/\.(?:ya?ml|json)$/i, '');
  const base = last === undefined || last === '' ? file : last;
  let name = base;
  for (let count = 2; Object.hasOwn(holder, name); count += 1) name = `${base}-${count}`;
  holder[name] = value;
  const pointer = name.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('%', '%25');
  return `#/${isSchema ? 'components/schemas' : INCLUDED}/${pointer}`;
}

function objectAt(holder: Record<string, unknown>, key: string): Record<string, unknown> {
  const found = property(holder, key);
  if (isObject(found)) return found;
  const made: Record<string, unknown> = Object.create(null);
  holder[key] = made;
  return made;
}

type ReadFile = { readonly root: unknown } | { readonly problem: string };

interface Files {
  /** Returns the path of a file that another file refers to; undefined if the path is outside of the repository. */
  pathOf(from: string, name: string): string | undefined;
  read(path: string): ReadFile;
  chars(): number;
}

function createFiles(page: string, root: unknown, site: ReadContext['site']): Files {
  const known = new Map<string, ReadFile>([[page, { root }]]);
  const read = site && createIncludeReader(site);
  let chars = 0;
  const load = (path: string): ReadFile => {
    const found = read?.(page, relativePath(page, path)) ?? { problem: `${path} is not known` };
    if ('problem' in found) return found;
    chars += found.text.length;
    const source = /^\s*\{\s*["}]/.test(found.text) ? jsonSource(found.text) : yamlSource(found.text);
    return 'fault' in source ? { problem: `${path}, line ${source.fault.line}: ${source.fault.message}` } : source;
  };
  return {
    chars: () => chars,
    pathOf: (from, name) => resolveSegments([...from.split('/').slice(0, -1), ...decoded(name).split('/')]),
    read(path) {
      const found = known.get(path) ?? load(path);
      known.set(path, found);
      return found;
    },
  };
}

function decoded(name: string): string {
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
function relativePath(from: string, to: string): string {
  const folder = from.split('/').slice(0, -1);
  const target = to.split('/');
  let common = 0;
  while (common < folder.length && folder[common] === target[common]) common += 1;
  return [...folder.slice(common).map(() => '..'), ...target.slice(common)].join('/');
}
