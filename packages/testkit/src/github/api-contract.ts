import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { DESCRIPTION_ID, type Operation, readDescription, type Schema } from './api-description.ts';
import { GENERAL_REFUSALS, NOT_DESCRIBED } from './not-described.ts';

/** A request, and what it was answered with. */
export interface Exchange {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly requestType: string | undefined;
  readonly requestBody: string;
  readonly status: number;
  readonly answerType: string | undefined;
  readonly answerBody: string;
}

/** Shown of a list of faults. */
const FAULT_LIMIT = 5;
const BASIC_ERROR: Schema = { $ref: `${DESCRIPTION_ID}#/components/schemas/basic-error` };

/** Holds requests and answers against GitHub's own OpenAPI description. */
export class ApiContract {
  readonly #operations: readonly Operation[];
  readonly #strict: Ajv;
  /** For paths and queries, where a number is written as text. */
  readonly #coercing: Ajv;
  readonly #compiled = new Map<Schema, ValidateFunction>();

  constructor() {
    const { document, operations } = readDescription();
    this.#operations = operations;
    // Formats of integers mean nothing to JSON Schema; the words that OpenAPI adds to it are no mistakes.
    const options = { strict: false, allErrors: true, formats: { int64: true } } as const;
    this.#strict = new Ajv(options);
    this.#coercing = new Ajv({ ...options, coerceTypes: true });
    for (const ajv of [this.#strict, this.#coercing]) {
      formats.default(ajv);
      ajv.addSchema(document, DESCRIPTION_ID);
    }
  }

  /** What is not as GitHub describes it; empty where all is. */
  violations(exchange: Exchange): string[] {
    const { method, url } = exchange;
    const { pathname, searchParams } = new URL(url, 'http://loopback');
    const known = this.#operations.flatMap((operation) => {
      const found = operation.method === method ? operation.pattern.exec(pathname) : null;
      return found ? [{ operation, parameters: found.groups ?? {} }] : [];
    })[0];
    const faults = known
      ? [
          ...this.#faults(this.#coercing, known.operation.pathSchema, decoded(known.parameters), 'path'),
          ...this.#faults(this.#coercing, known.operation.querySchema, Object.fromEntries(searchParams), 'query'),
          ...this.#bodyFaults(known.operation, exchange),
          ...this.#answerFaults(known.operation.answers, exchange),
        ]
      : this.#faultsOfNotDescribed(pathname, exchange);
    return faults.map((fault) => `${method} ${url} → ${exchange.status}: ${fault}`);
  }

  #faultsOfNotDescribed(pathname: string, exchange: Exchange): string[] {
    const known = NOT_DESCRIBED.find(({ method, pattern }) => method === exchange.method && pattern.test(pathname));
    if (!known) return ['GitHub describes no such operation, or the extract does not hold it'];
    return this.#answerFaults(new Map([[200, known.answer]]), exchange);
  }

  #bodyFaults({ bodySchema, isBodyRequired }: Operation, { requestBody, requestType }: Exchange): string[] {
    if (requestBody === '') return isBodyRequired ? ['the request has no body'] : [];
    if (!bodySchema) return ['the request has a body, and none is described'];
    if (!isJson(requestType)) return [`the request's body is ${requestType}`];
    const body = parsed(requestBody);
    if (body === undefined) return ["the request's body is not JSON"];
    // GitHub takes no notice of a field that it does not know; for us it is a mistake.
    const fields = new Set(Object.keys((bodySchema.properties as Schema | undefined) ?? {}));
    const unknown = Object.keys(body as object).filter((field) => !fields.has(field));
    return [
      ...unknown.map((field) => `the request has the unknown field ${field}`),
      ...this.#faults(this.#strict, bodySchema, body, 'request'),
    ];
  }

  #answerFaults(answers: ReadonlyMap<number, Schema | undefined>, exchange: Exchange): string[] {
    const { status, answerBody, answerType } = exchange;
    const isGeneral = !answers.has(status) && GENERAL_REFUSALS.has(status);
    if (!answers.has(status) && !isGeneral) return ['no such status is described'];
    const schema = isGeneral ? BASIC_ERROR : answers.get(status);
    if (!schema) return answerBody === '' || status >= 400 ? [] : ['the answer has a body, and none is described'];
    if (!isJson(answerType)) return [`the answer's body is ${answerType}`];
    const body = parsed(answerBody);
    return body === undefined ? ["the answer's body is not JSON"] : this.#faults(this.#strict, schema, body, 'answer');
  }

  #faults(ajv: Ajv, schema: Schema, value: unknown, what: string): string[] {
    const validate = this.#compiled.get(schema) ?? ajv.compile(schema);
    this.#compiled.set(schema, validate);
    if (validate(value)) return [];
    const faults = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return faults.slice(0, FAULT_LIMIT);
  }
}

function decoded(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]));
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\b/i.test(type ?? '');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
