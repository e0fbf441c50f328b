import { type ApiOperation, dereference, isObject, type JsonObject, listAt, textAt } from '@context-sync/openapi';
import { withoutStopWords } from '../search/stop-words.ts';
import { indexedWordsOf, wordsOf } from '../search/words.ts';

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
/** Characters of a text that are looked at: its beginning says what it is about. */
const LOOKED_AT = 1_000;
/** Parameters that are looked at. Thousands of operations may refer to the same long list. */
const MOST_PARAMETERS = 100;

export interface FoundOperation {
  readonly operation: ApiOperation;
  /** Higher is better; comparable within one answer only. */
  readonly score: number;
}

/** Finds operations by words. */
export class OperationIndex {
  readonly #entries: readonly { readonly operation: ApiOperation; readonly words: ReadonlyMap<string, number> }[];
  readonly #frequency = new Map<string, number>();

  /**
   * @param size characters of the description's text. Twice as many are indexed at most: a path item to which thousands of paths refer would
   * otherwise be indexed thousands of times.
   */
  constructor(document: JsonObject, operations: readonly ApiOperation[], size: number) {
    let left = 2 * size;
    const excerptOf = (text: string | undefined): string => {
      const excerpt = (text ?? '').slice(0, Math.min(LOOKED_AT, left));
      left -= excerpt.length;
      return excerpt;
    };
    this.#entries = operations.map((operation) => ({ operation, words: weighedWords(document, operation, excerptOf) }));
    for (const { words } of this.#entries) {
      for (const word of words.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
    }
  }

  /** Best first; those that hold none of the words are left out. */
  find(query: string, limit: number): FoundOperation[] {
    const all = [...new Set(wordsOf(apart(query)))];
    const words = withoutStopWords(all);
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

function weighedWords(
  document: JsonObject,
  operation: ApiOperation,
  excerptOf: (text: string | undefined) => string,
): Map<string, number> {
  const words = new Map(wordsOf(VERBS[operation.method] ?? '').map((word) => [word, WEIGHTS.verb as number]));
  const add = (text: string | undefined, weight: number) => {
    for (const word of new Set(indexedWordsOf(apart(excerptOf(text)))))
      words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(operation.operationId, WEIGHTS.name);
  add(operation.path, WEIGHTS.label);
  add(operation.summary, WEIGHTS.name);
  add(operation.tags.join(' '), WEIGHTS.label);
  add(operation.description, WEIGHTS.text);
  add(parameterNames(document, operation).join(' '), WEIGHTS.text);
  return words;
}

function parameterNames(document: JsonObject, { pathItem, operation }: ApiOperation): string[] {
  const said = isObject(operation) ? operation : {};
  const parameters = [said, pathItem].flatMap((level) => listAt(level, 'parameters').slice(0, MOST_PARAMETERS));
  return parameters.flatMap((each) => {
    const parameter = dereference(document, each);
    return isObject(parameter) ? [textAt(parameter, 'name') ?? ''] : [];
  });
}

/** Puts the words of a name such as `listUserKeys` apart. */
function apart(text: string): string {
  return text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
}
