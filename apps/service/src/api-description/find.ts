import { tellingOf } from '../search/telling-words.ts';
import { wordsOf } from '../search/words.ts';
import { isObject, type JsonObject, listAt, textAt } from './json.ts';
import type { Operation } from './operations.ts';
import { dereferenced } from './reference.ts';

/** What people say for a method. */
const VERBS: Readonly<Record<string, string>> = {
  GET: 'get list read fetch retrieve show find look',
  POST: 'create add new send submit make post',
  PUT: 'replace update set change put edit',
  PATCH: 'update change edit modify patch',
  DELETE: 'delete remove',
};
/** How much a word says that stands in the name of an operation, beside one that stands in its text; and in what kind of request it is. */
const WEIGHTS = { name: 3, label: 2, text: 1, verb: 0.7 } as const;
/** Characters of a description that are looked at: its beginning says what it is about. */
const LOOKED_AT = 1_000;

export interface FoundOperation {
  readonly operation: Operation;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Finds operations by words. */
export class OperationIndex {
  readonly #entries: readonly { readonly operation: Operation; readonly words: ReadonlyMap<string, number> }[];
  readonly #frequency = new Map<string, number>();

  constructor(document: JsonObject, operations: readonly Operation[]) {
    this.#entries = operations.map((operation) => ({ operation, words: weighedWords(document, operation) }));
    for (const { words } of this.#entries) {
      for (const word of words.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
    }
  }

  /** Best first; those that hold none of the words are left out. */
  find(query: string, limit: number): FoundOperation[] {
    const all = [...new Set(wordsOf(apart(query)))];
    const words = tellingOf(all, (word) => word);
    const found: FoundOperation[] = [];
    for (const { operation, words: known } of this.#entries) {
      let score = 0;
      for (const word of words) {
        const weight = known.get(word);
        if (weight !== undefined) score += this.#rarity(word) * (weight / (weight + 1));
      }
      if (score > 0) found.push({ operation, score });
    }
    // Of equals, the shorter path is the more general one.
    found.sort((a, b) => b.score - a.score || a.operation.path.length - b.operation.path.length);
    return found.slice(0, limit);
  }

  #rarity(word: string): number {
    return Math.log(1 + (this.#entries.length + 1) / (this.#frequency.get(word) ?? 1));
  }
}

function weighedWords(document: JsonObject, operation: Operation): Map<string, number> {
  const words = new Map<string, number>();
  const add = (text: string | undefined, weight: number) => {
    for (const word of new Set(wordsOf(apart(text ?? '')))) words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(VERBS[operation.method], WEIGHTS.verb);
  add(operation.description?.slice(0, LOOKED_AT), WEIGHTS.text);
  add(parameterNames(document, operation).join(' '), WEIGHTS.text);
  add(operation.tags.join(' '), WEIGHTS.label);
  add(operation.path, WEIGHTS.label);
  add(operation.summary, WEIGHTS.name);
  add(operation.operationId, WEIGHTS.name);
  return words;
}

function parameterNames(document: JsonObject, { pathItem, operation }: Operation): string[] {
  const said = isObject(operation) ? operation : {};
  return [...listAt(pathItem, 'parameters'), ...listAt(said, 'parameters')].flatMap((each) => {
    const parameter = dereferenced(document, each);
    return isObject(parameter) ? [textAt(parameter, 'name') ?? ''] : [];
  });
}

/** Puts the words of a name such as `listUserKeys` apart. */
function apart(text: string): string {
  return text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
}
