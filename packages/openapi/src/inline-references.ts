import { getReference, resolvePointer } from './json-pointer.ts';
import { isObject, type Json, type JsonObject } from './json-value.ts';

/** Depths to which references within references are inlined. The first depth whose result is small enough is used. */
const DEPTHS = [8, 5, 3, 2, 1, 0];
/** Maximum number of unresolved references that are listed. */
const MAX_UNRESOLVED = 20;

export interface InlinedValue {
  readonly value: Json;
  /** References that are left in the value because they are recursive, external, dangling, or too large to inline. */
  readonly unresolved: readonly string[];
}

/** Replaces references by the values that they refer to. Returns undefined if the value is longer than `maxChars` characters of JSON even without inlining. */
export function inlineReferences(document: JsonObject, value: Json, maxChars: number): InlinedValue | undefined {
  for (const depth of DEPTHS) {
    const attempt = new InlineAttempt(document, depth, maxChars);
    const result = attempt.inline(value, []);
    if (attempt.chars <= maxChars)
      return { value: result, unresolved: [...attempt.unresolved].slice(0, MAX_UNRESOLVED) };
  }
  return undefined;
}

class InlineAttempt {
  readonly unresolved = new Set<string>();
  /** Approximate number of characters of JSON so far. */
  chars = 0;
  readonly #document: JsonObject;
  readonly #maxDepth: number;
  readonly #maxChars: number;

  constructor(document: JsonObject, maxDepth: number, maxChars: number) {
    this.#document = document;
    this.#maxDepth = maxDepth;
    this.#maxChars = maxChars;
  }

  /** Returns the value with its references inlined. `path` lists the references that were followed to reach the value, outermost first. */
  inline(value: Json, path: readonly string[]): Json {
    // A result that is too long is discarded, so stop early.
    if (this.chars > this.#maxChars) return null;
    const reference = getReference(value);
    if (reference !== undefined) {
      const target = path.includes(reference) ? undefined : resolvePointer(this.#document, reference);
      if (target !== undefined && path.length < this.#maxDepth) {
        const { $ref: _, ...siblings } = value as JsonObject;
        const inlinedValue = this.inline(target, [...path, reference]);
        // Siblings of `$ref` override members of the referenced value (OpenAPI 3.1, "Reference Object").
        return isObject(inlinedValue) ? { ...inlinedValue, ...this.#inlineObject(siblings, path) } : inlinedValue;
      }
      this.unresolved.add(reference);
    }
    if (Array.isArray(value)) {
      this.chars += 2 + value.length;
      return value.map((each: Json) => this.inline(each, path));
    }
    if (isObject(value)) return this.#inlineObject(value, path);
    this.chars += typeof value === 'string' ? value.length + 2 : 5;
    return value;
  }

  #inlineObject(value: JsonObject, path: readonly string[]): JsonObject {
    this.chars += 2;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        this.chars += name.length + 4;
        return [name, this.inline(each, path)];
      }),
    );
  }
}
