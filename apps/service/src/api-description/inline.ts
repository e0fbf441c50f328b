import { isObject, type Json, type JsonObject } from './json.ts';
import { follow, referenceOf } from './reference.ts';

/** References within what references lead to, and so on: tried from the most, until what comes of it is small enough. */
const DEPTHS = [8, 5, 3, 2, 1, 0];
/** Of what is not written into itself for its size, a few are named. */
const MOST_LEFT = 20;

export interface Inlined {
  readonly value: Json;
  /** References that still stand in it, because they lead back to themselves, out of the document, nowhere, or to too much. */
  readonly left: readonly string[];
}

/** The value with what its references lead to in their place; undefined where it has more characters of JSON even without. */
export function inlined(document: JsonObject, value: Json, most: number): Inlined | undefined {
  for (const depth of DEPTHS) {
    const attempt = new Inlining(document, depth, most);
    const done = attempt.of(value, []);
    if (attempt.spent <= most) return { value: done, left: [...attempt.left].slice(0, MOST_LEFT) };
  }
  return undefined;
}

/** As much of the value as fits into so many characters of JSON; `…` stands where something is left out. */
export function cut(value: Json, most: number): Json {
  return new Cutting(most).of(value);
}

class Inlining {
  readonly left = new Set<string>();
  /** Characters of JSON so far, about. */
  spent = 0;
  readonly #document: JsonObject;
  readonly #depth: number;
  readonly #most: number;

  constructor(document: JsonObject, depth: number, most: number) {
    this.#document = document;
    this.#depth = depth;
    this.#most = most;
  }

  /** @param within the references that lead here, outermost first */
  of(value: Json, within: readonly string[]): Json {
    // Once it is too much, this attempt is given up: the rest of it must not take time.
    if (this.spent > this.#most) return null;
    const reference = referenceOf(value);
    if (reference !== undefined) {
      const target = within.includes(reference) ? undefined : follow(this.#document, reference);
      if (target !== undefined && within.length < this.#depth) {
        const { $ref: _, ...beside } = value as JsonObject;
        const followed = this.of(target, [...within, reference]);
        // What stands beside a reference goes before what it leads to (OpenAPI 3.1, "Reference Object").
        return isObject(followed) ? { ...followed, ...this.#object(beside, within) } : followed;
      }
      this.left.add(reference);
    }
    if (Array.isArray(value)) {
      this.spent += 2 + value.length;
      return value.map((each: Json) => this.of(each, within));
    }
    if (isObject(value)) return this.#object(value, within);
    this.spent += typeof value === 'string' ? value.length + 2 : 5;
    return value;
  }

  #object(value: JsonObject, within: readonly string[]): JsonObject {
    this.spent += 2;
    return Object.fromEntries(
      Object.entries(value).map(([name, each]) => {
        this.spent += name.length + 4;
        return [name, this.of(each, within)];
      }),
    );
  }
}

class Cutting {
  #spent = 0;
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  of(value: Json): Json {
    if (this.#spent > this.#most) return '…';
    if (Array.isArray(value)) {
      this.#spent += 2 + value.length;
      const kept: Json[] = [];
      for (const each of value as readonly Json[]) {
        if (this.#spent > this.#most) return [...kept, '…'];
        kept.push(this.of(each));
      }
      return kept;
    }
    if (isObject(value)) {
      const kept: [string, Json][] = [];
      for (const [name, each] of Object.entries(value)) {
        if (this.#spent > this.#most) return Object.fromEntries([...kept, ['…', '…']]);
        this.#spent += name.length + 4;
        kept.push([name, this.of(each)]);
      }
      return Object.fromEntries(kept);
    }
    const room = Math.max(0, this.#most - this.#spent);
    const shown = typeof value === 'string' && value.length > room ? `${value.slice(0, room).toWellFormed()}…` : value;
    this.#spent += typeof shown === 'string' ? shown.length + 2 : 5;
    return shown;
  }
}
