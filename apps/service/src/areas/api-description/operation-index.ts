import { getElementAt } from '@context-sync/base';
import { type ApiOperation, type DocumentReader, getTextAt, listParameters } from '@context-sync/openapi';
import { type CountedDocument, countWords, createSearchIndex, type WeightedText } from '@context-sync/search';

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
/** Weights of a word by its field: the name of the operation, the path or tags, the description, or a verb for the method. */
const WEIGHTS = { name: 6, label: 4, text: 2, verb: 1 };
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
  readonly #index = createSearchIndex();
  readonly #operations: readonly ApiOperation[];

  /**
   * Indexes the operations.
   * @param size length of the document's text. At most twice as many characters are indexed, because thousands of paths can reference the same path item.
   */
  constructor(reader: DocumentReader, operations: readonly ApiOperation[], size: number) {
    let budget = 2 * size;
    const getExcerpt = (text: string | undefined): string => {
      const excerpt = (text ?? '').slice(0, Math.min(MAX_INDEXED_CHARS, budget));
      budget -= excerpt.length;
      return excerpt;
    };
    // With equal scores, the operation with the shorter path is usually more general.
    this.#operations = operations.toSorted((a, b) => a.path.length - b.path.length);
    for (const [number, operation] of this.#operations.entries()) {
      this.#index.add(String(number), weighWords(listTexts(reader, operation, getExcerpt)));
    }
  }

  /** Returns operations that contain at least one of the words, best match first. */
  find(query: string, limit: number): OperationMatch[] {
    return this.#index
      .search(query, { limit, partial: true })
      .results.map(({ id, score }) => ({ operation: getElementAt(this.#operations, Number(id)), score }));
  }
}

/**
 * Returns the words of an operation, each with its highest weight. Neither the number of repetitions nor the length of a text shows how well the
 * operation matches.
 */
function weighWords(texts: readonly WeightedText[]): CountedDocument {
  const frequencies = new Map<string, number>();
  for (const { text, weight } of texts) {
    for (const word of countWords([{ text, weight }]).frequencies.keys()) {
      frequencies.set(word, Math.max(frequencies.get(word) ?? 0, weight));
    }
  }
  return { frequencies, length: 1 };
}

function listTexts(
  reader: DocumentReader,
  operation: ApiOperation,
  getExcerpt: (text: string | undefined) => string,
): WeightedText[] {
  const verbs = operation.kind === 'path' ? (VERB_SYNONYMS[operation.method] ?? '') : WEBHOOK_SYNONYMS;
  return [
    { text: verbs, weight: WEIGHTS.verb },
    { text: getExcerpt(operation.operationId), weight: WEIGHTS.name },
    { text: getExcerpt(operation.path), weight: WEIGHTS.label },
    { text: getExcerpt(operation.callback), weight: WEIGHTS.label },
    { text: getExcerpt(operation.summary), weight: WEIGHTS.name },
    { text: getExcerpt(operation.tags.join(' ')), weight: WEIGHTS.label },
    { text: getExcerpt(operation.description), weight: WEIGHTS.text },
    { text: getExcerpt(listParameterNames(reader, operation).join(' ')), weight: WEIGHTS.text },
  ];
}

function listParameterNames(reader: DocumentReader, { pathItem, operation }: ApiOperation): string[] {
  return listParameters(reader, [pathItem, operation], MAX_INDEXED_PARAMETERS).map(
    ({ object }) => getTextAt(object, 'name') ?? '',
  );
}
