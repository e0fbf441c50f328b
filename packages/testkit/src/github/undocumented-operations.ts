import { DOCUMENT_ID, type JsonSchema } from './openapi-document.ts';

/** An operation that the action uses but that the extract of GitHub's OpenAPI document does not contain. */
export interface UndocumentedOperation {
  readonly method: string;
  readonly pattern: RegExp;
  readonly reason: string;
  /** The known properties of a successful response. */
  readonly responseSchema: JsonSchema;
}

/**
 * All operations that the action uses but that cannot be validated against GitHub's document. A request to any other undocumented operation is a
 * violation.
 */
export const UNDOCUMENTED_OPERATIONS: readonly UndocumentedOperation[] = [
  {
    method: 'GET',
    pattern: /^\/repos\/[^/]+\/[^/]+\/commits\/[0-9a-f]{40}\/pulls$/,
    reason:
      'repos/list-pull-requests-associated-with-commit is not in the extract, but the schema of its pull requests is',
    responseSchema: { type: 'array', items: { $ref: `${DOCUMENT_ID}#/components/schemas/pull-request-simple` } },
  },
  {
    method: 'GET',
    pattern: /^\/repos\/[^/]+\/[^/]+\/git\/matching-refs\/heads(?:%2F|\/)$/,
    reason: 'git/list-matching-refs is not in the extract, but the schema of a single ref is',
    responseSchema: { type: 'array', items: { $ref: `${DOCUMENT_ID}#/components/schemas/git-ref` } },
  },
  {
    method: 'GET',
    pattern: /^\/user$/,
    reason: 'users/get-authenticated is not in the extract, but the schema of a simple user is',
    responseSchema: { $ref: `${DOCUMENT_ID}#/components/schemas/simple-user` },
  },
  {
    method: 'POST',
    pattern: /^\/graphql$/,
    reason: "GraphQL has its own schema and is not part of GitHub's OpenAPI document",
    responseSchema: {
      type: 'object',
      properties: {
        data: {
          type: 'object',
          properties: {
            viewer: { type: 'object', properties: { login: { type: 'string', minLength: 1 } }, required: ['login'] },
          },
          required: ['viewer'],
        },
      },
      required: ['data'],
    },
  },
];

/**
 * Statuses that GitHub can return for any operation but documents only for a few: missing or invalid token, missing permission, missing or hidden
 * resource, and limits.
 */
export const COMMON_ERROR_STATUSES: ReadonlySet<number> = new Set([401, 403, 404, 429]);
