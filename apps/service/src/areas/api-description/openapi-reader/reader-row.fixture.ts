import type { SeenOperation } from './readers.fixture.ts';

/** An OpenAPI document, the expected operations of both readers, texts that each result must contain, and the warnings of the upload. */
export interface ReaderRow {
  readonly document: object;
  readonly operations: readonly SeenOperation[];
  readonly chunker?: string;
  readonly mcp?: string;
  readonly warnings?: readonly string[];
}

/** Properties that every OpenAPI document requires. */
export const HEAD = { openapi: '3.1.0', info: { title: 'T', version: '1' } };
/** A `responses` object without response bodies. */
export const DONE = { 204: { description: 'Done' } };
const NOTHING = { parameters: [], statuses: [], servers: [], schemas: [] };
/** Returns a `content` object for a JSON body. */
export const json = (schema: object) => ({ 'application/json': { schema } });
/** Returns a `responses` object with one JSON body. */
export const ok = (schema: object) => ({ 200: { description: 'OK', content: json(schema) } });
/** Creates the expected result of the readers for an operation. */
export const operation = (name: string, seenProperties: Partial<SeenOperation> = {}): SeenOperation => ({
  ...NOTHING,
  name,
  ...seenProperties,
});
/** A schema with a limit that both readers output. */
export const NAME = { type: 'object', properties: { name: { type: 'string', maxLength: 7 } } };

/** Creates a reference object. */
export const ref = ($ref: string) => ({ $ref });
