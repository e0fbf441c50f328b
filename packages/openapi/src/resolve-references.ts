import { getLast } from '@context-sync/base';
import { type DocumentResources, indexResources, type ReferenceTarget } from './document-resources.ts';
import { getReference, parsePointer, resolvePointer } from './json-pointer.ts';
import { getProperty, isObject, type Json, type JsonObject, type UnknownObject } from './json-value.ts';

/** Maximum length of a chain of references. A longer chain is treated as a cycle. */
const MAX_CHAIN_LENGTH = 32;

/** A schema at the end of a chain of references. */
export interface ResolvedReference {
  /** The schema; undefined if it does not exist or is in another document. */
  readonly value: unknown;
  /** Name of the first component schema of the chain. */
  readonly name?: string;
  /** A reference to another document, which is not followed. */
  readonly external?: string;
}

/** An object other than a schema at the end of a chain of references. */
export interface DereferencedObject {
  /** The object; undefined if it does not exist or is in another document. */
  readonly object: unknown;
  /** A reference to another document, which is not followed. */
  readonly external?: string;
}

/** Reason why a reference has no target: the target does not exist, or the references form a cycle. */
export type DanglingReason = 'missing' | 'cycle';

/** Resolves the references of one document. This is the only place that defines what a reference means. */
export interface ReferenceResolver {
  /** Follows the reference of a schema. Stops at a schema with further keywords, because they apply in addition. A value without a reference resolves to itself. */
  resolve(schema: unknown): ResolvedReference;
  /**
   * Follows the reference of any other object. The `summary` and `description` next to a reference take precedence; with `allSiblings`, which path
   * items permit, all keys do.
   */
  dereference(value: unknown, allSiblings?: boolean): DereferencedObject;
  /** Finds the target of one reference, without following a reference of the target. `holder` is the object that contains the reference. */
  find(reference: string, holder: unknown): ReferenceTarget;
  /** Returns the name of the schema that a discriminator refers to, by its name or by a reference. */
  getName(target: string): string;
  /** Names of the component schemas that were resolved so far. */
  readonly used: ReadonlySet<string>;
}

/** Returns the reference of a schema. A dynamic reference resolves to the anchor of that name, as it does without dynamic scopes. */
export function getSchemaReference(schema: unknown): string | undefined {
  const dynamicReference = getProperty(schema, '$dynamicRef');
  return getReference(schema) ?? (typeof dynamicReference === 'string' ? dynamicReference : undefined);
}

type ReportDangling = (reference: string, reason: DanglingReason) => void;

/** Creates a resolver for the references of a document. Calls `onDangling` once for each reference without a target. */
export function createReferences(root: unknown, onDangling: ReportDangling = () => {}): ReferenceResolver {
  return new DocumentReferences(root, onDangling);
}

class DocumentReferences implements ReferenceResolver {
  readonly used = new Set<string>();
  readonly #root: unknown;
  readonly #onDangling: ReportDangling;
  readonly #resolved = new Map<string, ResolvedReference>();
  readonly #dangling = new Set<string>();
  #resources: DocumentResources | undefined;
  #namesBySchema: ReadonlyMap<unknown, string> | undefined;

  constructor(root: unknown, onDangling: ReportDangling) {
    this.#root = root;
    this.#onDangling = onDangling;
  }

  find(reference: string, holder: unknown): ReferenceTarget {
    // Almost all references are pointers into the document, which need no index.
    const value = reference.startsWith('#') ? resolvePointer(this.#root, reference) : undefined;
    if (value !== undefined) return { value };
    this.#resources ??= indexResources(this.#root);
    return this.#resources.find(reference, holder);
  }

  resolve(schema: unknown): ResolvedReference {
    const reference = getSchemaReference(schema);
    if (reference === undefined) return { value: schema };
    const key = `${this.#resources?.getBase(schema) ?? ''} ${reference}`;
    const resolvedReference = this.#resolved.get(key) ?? this.#resolveChain(reference, schema);
    this.#resolved.set(key, resolvedReference);
    if (resolvedReference.name !== undefined) this.used.add(resolvedReference.name);
    return resolvedReference;
  }

  dereference(value: unknown, allSiblings = false): DereferencedObject {
    let object = value;
    let siblings: UnknownObject = {};
    for (let step = 0; step < MAX_CHAIN_LENGTH; step += 1) {
      const reference = getReference(object);
      if (reference === undefined)
        return { object: isObject(object) && Object.keys(siblings).length > 0 ? { ...object, ...siblings } : object };
      siblings = { ...getSiblings(object, allSiblings), ...siblings };
      const target = this.find(reference, object);
      if (target === 'external') return { object: undefined, external: reference };
      if (target === 'missing') {
        this.#reportDangling(reference, 'missing');
        return { object: undefined };
      }
      object = target.value;
    }
    this.#reportDangling(getReference(value) ?? '', 'cycle');
    return { object: undefined };
  }

  getName(target: string): string {
    // A name cannot contain these characters. Names such as `Dog.v2` could otherwise be relative references.
    const found = /[/#:]/.test(target) ? this.find(target, undefined) : 'external';
    const name = typeof found === 'object' ? this.#getSchemaName(target, found.value) : undefined;
    return name ?? getLast(parsePointer(`#/${target}`));
  }

  #resolveChain(first: string, firstHolder: unknown): ResolvedReference {
    let reference = first;
    let holder = firstHolder;
    let name: { readonly name?: string } = {};
    for (let step = 0; step < MAX_CHAIN_LENGTH; step += 1) {
      const target = this.find(reference, holder);
      if (target === 'external') return { value: undefined, external: reference };
      const value = target === 'missing' ? undefined : target.value;
      const schemaName = this.#getSchemaName(reference, value);
      if (name.name === undefined && schemaName !== undefined) name = { name: schemaName };
      const nextReference = getSchemaReference(value);
      if (target === 'missing') this.#reportDangling(reference, 'missing');
      if (nextReference === undefined || Object.keys(Object(value)).length > 1) return { value, ...name };
      reference = nextReference;
      holder = value;
    }
    this.#reportDangling(first, 'cycle');
    return { value: undefined, ...name };
  }

  #reportDangling(reference: string, reason: DanglingReason): void {
    if (this.#dangling.has(reference)) return;
    this.#dangling.add(reference);
    this.#onDangling(reference, reason);
  }

  #getSchemaName(reference: string, schema: unknown): string | undefined {
    const keys = reference.startsWith('#/') ? parsePointer(reference) : [];
    if (keys.length === 3 && keys[0] === 'components' && keys[1] === 'schemas') return keys[2];
    this.#namesBySchema ??= new Map(
      Object.entries(Object(getProperty(getProperty(this.#root, 'components'), 'schemas')))
        .map(([name, each]): [unknown, string] => [each, name])
        .filter(([each]) => isObject(each))
        .reverse(),
    );
    return this.#namesBySchema.get(schema);
  }
}

/** Returns the keys next to a reference that take precedence over those of its target. An empty text has no meaning. */
function getSiblings(value: unknown, allSiblings: boolean): UnknownObject {
  return Object.fromEntries(
    Object.entries(Object(value) as UnknownObject).filter(
      ([key, each]) =>
        key !== '$ref' &&
        (allSiblings ||
          ((key === 'summary' || key === 'description') && typeof each === 'string' && each.trim() !== '')),
    ),
  );
}

/** Follows the `$ref` of a value until it reaches a value without one. Returns the original value if a reference has no target in the document. */
export function dereferenceValue(document: JsonObject, value: Json): Json;
export function dereferenceValue(document: unknown, value: unknown): unknown;
export function dereferenceValue(document: unknown, value: unknown): unknown {
  return createReferences(document).dereference(value).object ?? value;
}
