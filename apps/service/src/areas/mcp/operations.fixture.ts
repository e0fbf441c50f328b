import type { TestOperation } from '../../testing/test-operation.fixture.ts';

/** A valid request for each operation of this area. */
export const OPERATIONS: readonly TestOperation[] = [
  { method: 'GET', path: '/mcp/tools' },
  { method: 'PATCH', path: '/mcp/tools/{toolName}', json: { description: 'Searches the docs of the pet shop' } },
  { method: 'GET', path: '/mcp/settings' },
  { method: 'PATCH', path: '/mcp/settings', json: { askForIntent: true } },
];

/** Returns the name of a tool as the resource. Tools exist in every project. */
export async function createResources() {
  return { toolName: 'search_context' };
}
