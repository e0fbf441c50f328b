import { DESCRIPTION_ID, type Schema } from './api-description.ts';

/** An operation that the action uses and that the extract does not hold. */
export interface NotDescribed {
  readonly method: string;
  readonly pattern: RegExp;
  readonly reason: string;
  /** What is known of the good answer all the same. */
  readonly answer: Schema;
}

/** Every operation in use that is not held against GitHub's own words for it. A request to anything else is a violation. */
export const NOT_DESCRIBED: readonly NotDescribed[] = [
  {
    method: 'GET',
    pattern: /^\/repos\/[^/]+\/[^/]+\/commits\/[0-9a-f]{40}\/pulls$/,
    reason:
      'repos/list-pull-requests-associated-with-commit is not in the extract; its pull requests are, as the schema that they have in lists',
    answer: { type: 'array', items: { $ref: `${DESCRIPTION_ID}#/components/schemas/pull-request-simple` } },
  },
  {
    method: 'GET',
    pattern: /^\/repos\/[^/]+\/[^/]+\/git\/matching-refs\/heads(?:%2F|\/)$/,
    reason: 'git/list-matching-refs is not in the extract; a single ref is, as the schema that it has in this list',
    answer: { type: 'array', items: { $ref: `${DESCRIPTION_ID}#/components/schemas/git-ref` } },
  },
  {
    method: 'GET',
    pattern: /^\/user$/,
    reason: 'users/get-authenticated is not in the extract; what a user has in common with others is',
    answer: { $ref: `${DESCRIPTION_ID}#/components/schemas/simple-user` },
  },
  {
    method: 'POST',
    pattern: /^\/graphql$/,
    reason: "GraphQL has a schema of its own and is no part of GitHub's OpenAPI description",
    answer: {
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
 * Statuses that GitHub gives for any operation, and that its description names for a few only: no or a bad token, a permission that is missing,
 * something that is not there or not shown, and limits.
 */
export const GENERAL_REFUSALS: ReadonlySet<number> = new Set([401, 403, 404, 429]);
