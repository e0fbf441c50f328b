import { type ApiOperation, type DocumentReader, getTextAt, listParameters } from '@context-sync/openapi';
import { getIndexedWords, splitWords } from '../../platform/search/search-words.ts';
import { removeStopWords } from '../../platform/search/stop-words.ts';

/** Common verbs for each HTTP method. */
const VERB_SYNONYMS: Readonly<Record<string, string>> = {
  GET: 'get list read fetch retrieve show find look',
  POST: 'create add new send submit make post',
  PUT: 'replace update set change put edit',
  PATCH: 'update change edit modify patch',
  DELETE: 'delete remove',
};
/** Words for requests that the API sends, instead of the verbs for their method. */
const WEBHOOK_SYNONYMS = 'webhook callback event notification notify send';
/** Weights of a word by the place where it occurs: in the name of the operation, in its path or tags, in its text, or as a verb for its method. */
const WEIGHTS = { name: 3, label: 2, text: 1, verb: 0.7 } as const;
/** Maximum number of indexed characters of a text. The start of a text usually states the topic. */
const MAX_INDEXED_CHARS = 1_000;
/** Maximum number of indexed parameters per operation and per path, because thousands of operations can refer to the same long list. */
const MAX_INDEXED_PARAMETERS = 100;

export interface OperationMatch {
  readonly operation: ApiOperation;
  /** Relevance: higher is better. Scores are comparable only within one result. */
  readonly score: number;
}

/** Full-text index of operations. */
export class OperationIndex {
  readonly #entries: readonly { readonly operation: ApiOperation; readonly words: ReadonlyMap<string, number> }[];
  readonly #frequency = new Map<string, number>();

  /**
   * Indexes the operations.
   * @param size length of the document's text. At most twice as many characters are indexed, because thousands of paths can refer to the same path
   * item.
   */
  constructor(reader: DocumentReader, operations: readonly ApiOperation[], size: number) {
    let budget = 2 * size;
    const getExcerpt = (text: string | undefined): string => {
      const excerpt = (text ?? '').slice(0, Math.min(MAX_INDEXED_CHARS, budget));
      budget -= excerpt.length;
      return excerpt;
    };
    this.#entries = operations.map((operation) => ({
      operation,
      words: computeWeightedWords(reader, operation, getExcerpt),
    }));
    for (const { words } of this.#entries) {
      for (const word of words.keys()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
    }
  }

  /** Returns operations that contain at least one of the words, best match first. */
  find(query: string, limit: number): OperationMatch[] {
    const queryWords = [...new Set(splitWords(splitIdentifiers(query)))];
    const words = removeStopWords(queryWords);
    const matches: OperationMatch[] = [];
    for (const { operation, words: known } of this.#entries) {
      let score = 0;
      for (const word of words) {
        const weight = known.get(word);
        if (weight !== undefined) score += this.#rarity(word) * (weight / (weight + 1));
      }
      if (score > 0) matches.push({ operation, score });
    }
    // With equal scores, the operation with the shorter path is usually more general.
    matches.sort((a, b) => b.score - a.score || a.operation.path.length - b.operation.path.length);
    return matches.slice(0, limit);
  }

  #rarity(word: string): number {
    return Math.log(1 + (this.#entries.length + 1) / (this.#frequency.get(word) ?? 1));
  }
}

function computeWeightedWords(
  reader: DocumentReader,
  operation: ApiOperation,
  excerptOf: (text: string | undefined) => string,
): Map<string, number> {
  const synonyms = operation.kind === 'path' ? (VERB_SYNONYMS[operation.method] ?? '') : WEBHOOK_SYNONYMS;
  const words = new Map(splitWords(synonyms).map((word) => [word, WEIGHTS.verb as number]));
  const add = (text: string | undefined, weight: number) => {
    for (const word of new Set(getIndexedWords(splitIdentifiers(excerptOf(text)))))
      words.set(word, Math.max(words.get(word) ?? 0, weight));
  };
  add(operation.operationId, WEIGHTS.name);
  add(operation.path, WEIGHTS.label);
  add(operation.callback, WEIGHTS.label);
  add(operation.summary, WEIGHTS.name);
  add(operation.tags.join(' '), WEIGHTS.label);
  add(operation.description, WEIGHTS.text);
  add(listParameterNames(reader, operation).join(' '), WEIGHTS.text);
  return words;
}

function listParameterNames(reader: DocumentReader, { pathItem, operation }: ApiOperation): string[] {
  return listParameters(reader, [pathItem, operation], MAX_INDEXED_PARAMETERS).map(
    ({ object }) => getTextAt(object, 'name') ?? '',
  );
}

/** Splits identifiers such as `listUserKeys` into words. */
function splitIdentifiers(text: string): string {
  return text.replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
}
