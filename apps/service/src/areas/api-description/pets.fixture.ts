import type { Client } from '@modelcontextprotocol/client';
import { call, openMcp } from '../../testing/mcp.fixture.ts';
import { OWN_PROJECT, SECOND_PROJECT } from '../../testing/service.fixture.ts';

/** A recursive schema, in which the parent of a pet is also a pet. */
export const PET = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', maxLength: 40 },
    owner: { $ref: '#/components/schemas/Owner' },
    parent: { $ref: '#/components/schemas/Pet' },
  },
};

/** An OpenAPI document with features that are hard to render. */
export const PETS = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com/v1' }],
  security: [{ key: [] }],
  paths: {
    '/pets': {
      parameters: [{ $ref: '#/components/parameters/Trace' }],
      get: {
        operationId: 'listPets',
        summary: 'List the pets of a shop',
        tags: ['Pets'],
        parameters: [
          {
            name: 'limit',
            in: 'query',
            description: 'How many',
            schema: { type: 'integer', maximum: 100 },
            example: 20,
          },
          { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string' } },
        ],
        responses: { 200: { $ref: '#/components/responses/Pets' }, '4XX': { description: 'Refused' } },
      },
      post: {
        operationId: 'addPet',
        summary: 'Put a pet up for sale',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: { $ref: '#/components/schemas/Pet' },
              examples: { cat: { $ref: '#/components/examples/Cat' }, dog: { value: { name: 'Rex' } } },
            },
          },
        },
        responses: { 201: { description: 'Made' }, default: { description: 'Refused' } },
      },
    },
    '/pets/{petId}': {
      delete: { operationId: 'removePet', deprecated: true, security: [], responses: { 204: { description: 'Gone' } } },
    },
    '/pets/mine': { get: { summary: 'What I sell', responses: {} } },
    '/large': {
      get: {
        operationId: 'getLarge',
        responses: {
          200: {
            description: 'Much',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Level0' } } },
          },
        },
      },
    },
    '/many': {
      get: {
        operationId: 'getMany',
        parameters: Array.from({ length: 900 }, (_, number) => ({
          name: `p${number}`,
          in: 'query',
          description: 'x'.repeat(900),
          schema: { enum: Array.from({ length: 99 }, (_each, value) => `value ${value}`) },
        })),
        responses: {
          200: { description: 'y'.repeat(9_000), content: { 'text/plain': { schema: { const: 'z'.repeat(9_000) } } } },
        },
      },
    },
    '/huge': { get: { operationId: 'getHuge', description: 'x'.repeat(500_000), responses: {} } },
  },
  components: {
    parameters: { Trace: { name: 'X-Trace', in: 'header', description: 'Of the path', schema: { type: 'string' } } },
    responses: {
      Pets: {
        description: 'A page',
        headers: { Link: { schema: { type: 'string' } } },
        content: { 'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } } },
      },
    },
    examples: { Cat: { value: { name: 'Tom', owner: { email: 'ann@example.com' } } } },
    schemas: {
      Pet: PET,
      Owner: { type: 'object', properties: { email: { type: 'string', format: 'email' } } },
      // Each schema refers ten times to the next schema, so that the expanded result would not fit into memory.
      ...Object.fromEntries(
        Array.from({ length: 12 }, (_, level) => [
          `Level${level}`,
          {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 10 }, (_each, number) => [
                `p${number}`,
                { $ref: `#/components/schemas/Level${level + 1}` },
              ]),
            ),
          },
        ]),
      ),
    },
  },
};

export interface FoundOperations {
  readonly project: string;
  readonly endpoints: readonly Record<string, unknown>[];
}
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly unresolved: readonly string[];
  readonly [name: string]: unknown;
}
export interface One {
  readonly operation: Operation;
}
export interface Some {
  readonly operations: readonly Operation[];
}

/** Starts an MCP server whose project has an OpenAPI document. */
export async function openDescribed(description: object = PETS) {
  const mcp = await openMcp();
  await mcp.store.accounts.createUser('carol@example.com');
  await mcp.store.accounts.addMember(SECOND_PROJECT, 'carol@example.com', 'owner');
  await mcp.store.accounts.removeMember(SECOND_PROJECT, 'ann@example.com');
  const id = await mcp.projectId(OWN_PROJECT);
  const put = (text: string, format: 'json' | 'yaml' = 'json') => mcp.store.apiDescriptions.put(id, { text, format });
  await put(JSON.stringify(description));
  return { ...mcp, put, id };
}

/** Returns the method and path of each result of a search. */
export const names = async (client: Client, query: string) =>
  (await call<FoundOperations>(client, 'search_endpoints', { query })).data.endpoints.map(
    ({ method, path }) => `${String(method)} ${String(path)}`,
  );
