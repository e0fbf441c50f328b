import { isObject, type Json, type JsonObject } from './json-value.ts';
import { getSchemaReference, type ReferenceResolver } from './resolve-references.ts';
import { getKeyMeaning, type KeyMeaning } from './schema-keywords.ts';

/** Depths to which references within references are inlined. The first depth whose result is small enough is used. */
const DEPTHS = [8, 5, 3, 2, 1, 0];
/** Maximum number of schema names, and of unresolved references, that are listed. */
const MAX_LISTED = 20;
/** Maximum nesting of the result. A document has at most 64 levels, but YAML aliases permit values that contain themselves. */
const MAX_LEVELS = 1_000;
/** Keywords that describe a value and do not restrict it. If such a keyword is next to a reference, it overrides the same keyword of the target. */
const ANNOTATIONS = new Set([
  ...['title', 'summary', 'description', 'default', 'example', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['$comment', 'externalDocs', 'xml'],
]);

export interface InlinedValue {
  readonly value: Json;
  /** Names of the component schemas whose references were reached. */
  readonly schemas: readonly string[];
  /** References that are left in the value because they are recursive, external, dangling, or too large to inline. */
  readonly unresolved: readonly string[];
}

/** Replaces references with the values that they refer to. Returns undefined if the value is longer than `maxChars` characters of JSON even without inlining. */
export function inlineReferences(
  references: ReferenceResolver,
  value: Json,
  maxChars: number,
): InlinedValue | undefined {
  for (const depth of DEPTHS) {
    const attempt = new InlineAttempt(references, depth, maxChars);
    const result = attempt.inline(value, []);
    if (attempt.chars <= maxChars) {
      const [schemas, unresolved] = [attempt.schemas, attempt.unresolved].map((each) => [...each].slice(0, MAX_LISTED));
      return { value: result, schemas: schemas ?? [], unresolved: unresolved ?? [] };
    }
  }
  return undefined;
}

class InlineAttempt {
  readonly schemas = new Set<string>();
  readonly unresolved = new Set<string>();
  /** Approximate number of characters of JSON so far. */
  chars = 0;
  #level = 0;
  readonly #references: ReferenceResolver;
  readonly #maxDepth: number;
  readonly #maxChars: number;

  constructor(references: ReferenceResolver, maxDepth: number, maxChars: number) {
    this.#references = references;
    this.#maxDepth = maxDepth;
    this.#maxChars = maxChars;
  }

  /**
   * Returns the value with its references inlined. `path` lists the values of the references that were followed to reach the value, outermost first.
   */
  inline(value: Json, path: readonly unknown[], keys: KeyMeaning = 'keywords'): Json {
    // A result that is too long is discarded, so stop early.
    if (this.chars > this.#maxChars) return null;
    if (this.#level > MAX_LEVELS) return '…';
    this.#level += 1;
    const result = this.#inlineValue(value, path, keys);
    this.#level -= 1;
    return result;
  }

  #inlineValue(value: Json, path: readonly unknown[], keys: KeyMeaning): Json {
    const reference = keys === 'keywords' ? getSchemaReference(value) : undefined;
    if (reference !== undefined) {
      const foundTarget = this.#references.find(reference, value);
      const { name } = this.#references.resolve(value);
      // A schema that is only a reference has the name under which it was reached.
      const isAlias = path.at(-1) === value && Object.keys(value as JsonObject).length === 1;
      if (name !== undefined && foundTarget !== 'missing' && !isAlias) this.schemas.add(name);
      const target =
        typeof foundTarget === 'string' || path.includes(foundTarget.value) ? undefined : (foundTarget.value as Json);
      if (target !== undefined && path.length < this.#maxDepth) return this.#inlineTarget(value, target, path);
      this.unresolved.add(reference);
    }
    if (Array.isArray(value)) {
      this.chars += 2 + value.length;
      return value.map((each: Json) => this.inline(each, path, keys));
    }
    if (isObject(value)) return this.#inlineObject(value, path, keys);
    this.chars += typeof value === 'string' ? value.length + 2 : 5;
    return value;
  }

  #inlineTarget(holder: Json, target: Json, path: readonly unknown[]): Json {
    const inlinedTarget = this.inline(target, [...path, target]);
    const { $ref: _, $dynamicRef: _dynamic, ...siblings } = holder as JsonObject;
    if (Object.keys(siblings).length === 0 || !isObject(inlinedTarget)) return inlinedTarget;
    const inlinedSiblings = this.#inlineObject(siblings, path, 'keywords');
    // Keywords next to a reference apply in addition to those of the target (JSON Schema 2020-12, section 8.2.3.1).
    const isRestricted = Object.keys(siblings).some(
      (key) => !ANNOTATIONS.has(key) && Object.hasOwn(inlinedTarget, key),
    );
    if (!isRestricted) return { ...inlinedTarget, ...inlinedSiblings };
    const { allOf, ...others } = inlinedSiblings;
    return { allOf: [inlinedTarget, ...(Array.isArray(allOf) ? allOf : [])], ...others };
  }

  #inlineObject(value: JsonObject, path: readonly unknown[], keys: KeyMeaning): JsonObject {
    this.chars += 2;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        this.chars += name.length + 4;
        return [name, this.inline(each, path, getKeyMeaning(keys, name, each))];
      }),
    );
  }
}
