import type { SqlContext } from '../../platform/database/dialect.ts';
import { createSqlContextItems } from './sql.ts';
import type { ContextItems, ContextPorts } from './store.ts';

/** Creates the port of the context items. */
export function createContextPorts(context: SqlContext): ContextPorts {
  return { contextItems: createSqlContextItems(context) };
}

export const CONTEXT_READS: { readonly contextItems: readonly (keyof ContextItems)[] } = {
  contextItems: ['list', 'get', 'search'],
};
