import { Ajv, type ValidateFunction } from 'ajv';
import formats from 'ajv-formats';
import { DOCUMENT_ID, type GitHubOperation, type JsonSchema, readGitHubDocument } from './openapi-document.ts';
import { COMMON_ERROR_STATUSES, UNDOCUMENTED_OPERATIONS } from './undocumented-operations.ts';

/** A request and its response. */
export interface Exchange {
  readonly method: string;
  /** Path and query of the request as they were sent. */
  readonly url: string;
  readonly requestType: string | undefined;
  readonly requestBody: string;
  readonly status: number;
  readonly responseType: string | undefined;
  readonly responseBody: string;
}

/** Maximum number of violations that are reported for each value. */
const MAX_REPORTED_VIOLATIONS = 5;
const BASIC_ERROR: JsonSchema = { $ref: `${DOCUMENT_ID}#/components/schemas/basic-error` };

/** Validates requests and responses against GitHub's own OpenAPI document. */
export class ApiContract {
  readonly #operations: readonly GitHubOperation[];
  readonly #strict: Ajv;
  /** Validator of paths and queries, in which numbers are text. */
  readonly #coercing: Ajv;
  readonly #compiled = new Map<JsonSchema, ValidateFunction>();

  constructor() {
    const { document, operations } = readGitHubDocument();
    this.#operations = operations;
    // JSON Schema does not define the integer formats of OpenAPI. The keywords that OpenAPI adds must not be errors.
    const options = { strict: false, allErrors: true, formats: { int64: true } } as const;
    this.#strict = new Ajv(options);
    this.#coercing = new Ajv({ ...options, coerceTypes: true });
    for (const ajv of [this.#strict, this.#coercing]) {
      formats.default(ajv);
      ajv.addSchema(document, DOCUMENT_ID);
    }
  }

  /** Returns the violations of the contract by a request and its response. Empty if both are valid. */
  violations(exchange: Exchange): string[] {
    const { method, url } = exchange;
    const { pathname, searchParams } = new URL(url, 'http://loopback');
    const contractViolations = this.#operations.flatMap((operation) => {
      const pathMatch = operation.method === method ? operation.pattern.exec(pathname) : null;
      return pathMatch ? [{ operation, parameters: pathMatch.groups ?? {} }] : [];
    })[0];
    const violations = contractViolations
      ? [
          ...this.#violations(
            this.#coercing,
            contractViolations.operation.pathSchema,
            decodeParameters(contractViolations.parameters),
            'path',
          ),
          ...this.#violations(
            this.#coercing,
            contractViolations.operation.querySchema,
            Object.fromEntries(searchParams),
            'query',
          ),
          ...this.#bodyFaults(contractViolations.operation, exchange),
          ...this.#responseFaults(contractViolations.operation.responses, exchange),
        ]
      : this.#faultsOfNotDescribed(pathname, exchange);
    return violations.map((violation) => `${method} ${url} → ${exchange.status}: ${violation}`);
  }

  #faultsOfNotDescribed(pathname: string, exchange: Exchange): string[] {
    const knownOperation = UNDOCUMENTED_OPERATIONS.find(
      ({ method, pattern }) => method === exchange.method && pattern.test(pathname),
    );
    if (!knownOperation) return ['GitHub documents no such operation, or the extract does not contain it'];
    return this.#responseFaults(new Map([[200, knownOperation.responseSchema]]), exchange);
  }

  #bodyFaults({ bodySchema, isBodyRequired }: GitHubOperation, { requestBody, requestType }: Exchange): string[] {
    if (requestBody === '') return isBodyRequired ? ['the request has no body'] : [];
    if (!bodySchema) return ['the request has a body, but none is documented'];
    if (!isJson(requestType)) return [`the request's body is ${requestType}`];
    const body = parseOrUndefined(requestBody);
    if (body === undefined) return ["the request's body is not JSON"];
    // GitHub ignores unknown properties, but the tests report them as mistakes.
    const fields = new Set(Object.keys((bodySchema.properties as JsonSchema | undefined) ?? {}));
    const unknownFields = Object.keys(body as object).filter((field) => !fields.has(field));
    return [
      ...unknownFields.map((field) => `the request has the unknown property ${field}`),
      ...this.#violations(this.#strict, bodySchema, body, 'request'),
    ];
  }

  #responseFaults(responses: ReadonlyMap<number, JsonSchema | undefined>, exchange: Exchange): string[] {
    const { status, responseBody, responseType } = exchange;
    const isGeneral = !responses.has(status) && COMMON_ERROR_STATUSES.has(status);
    if (!responses.has(status) && !isGeneral) return ['the status is not documented'];
    const schema = isGeneral ? BASIC_ERROR : responses.get(status);
    if (!schema) return responseBody === '' || status >= 400 ? [] : ['the response has a body, but none is documented'];
    if (!isJson(responseType)) return [`the response's body is ${responseType}`];
    const body = parseOrUndefined(responseBody);
    return body === undefined
      ? ["the response's body is not JSON"]
      : this.#violations(this.#strict, schema, body, 'response');
  }

  #violations(ajv: Ajv, schema: JsonSchema, value: unknown, description: string): string[] {
    const validate = this.#compiled.get(schema) ?? ajv.compile(schema);
    this.#compiled.set(schema, validate);
    if (validate(value)) return [];
    const violations = (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${description}${instancePath} ${message} ${JSON.stringify(params)}`,
    );
    return violations.slice(0, MAX_REPORTED_VIOLATIONS);
  }
}

function decodeParameters(parameters: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]));
}

function isJson(type: string | undefined): boolean {
  return /^application\/json\b/i.test(type ?? '');
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
