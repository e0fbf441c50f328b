import type { SeenOperation } from './readers.fixture.ts';

/** A document, what both readers find in it, texts that each result must contain, and the warnings of the upload. */
export interface ReaderRow {
  readonly document: object;
  readonly operations: readonly SeenOperation[];
  readonly chunker?: string;
  readonly mcp?: string;
  readonly warnings?: readonly string[];
}

/** Members that each document needs. */
export const HEAD = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
/** Responses without a body. */
export const DONE = { 204: { description: 'Done' } };
const NOTHING = { parameters: [], statuses: [], servers: [], schemas: [] };
/** Returns the content of a JSON body. */
export const json = (schema: object) => ({ 'application/json': { schema } });
/** Returns the responses with one JSON body. */
export const ok = (schema: object) => ({ 200: { description: 'OK', content: json(schema) } });
/** Creates what the readers find in an operation. */
export const operation = (name: string, seenProperties: Partial<SeenOperation> = {}): SeenOperation => ({
  ...NOTHING,
  name,
  ...seenProperties,
});
/** A schema with a limit that both readers show. */
export const NAME = { type: 'object', properties: { name: { type: 'string', maxLength: 7 } } };

/** Creates a reference. */
export const ref = ($ref: string) => ({ $ref });
