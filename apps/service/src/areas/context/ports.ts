import type { SqlContext } from '../../platform/database/dialect.ts';
import { createPostgresWords } from './context-search.ts';
import { createSqlContextItems } from './sql.ts';
import { createSqliteWords } from './sqlite-words.ts';
import type { ContextItems, ContextPorts } from './store.ts';

/** Creates the port of the context items. */
export function createContextPorts({ sql, dialect }: SqlContext): ContextPorts {
  const words = dialect.name === 'sqlite' ? createSqliteWords(sql) : createPostgresWords(sql, dialect.readWithSettings);
  return { contextItems: createSqlContextItems(sql, words) };
}

export const CONTEXT_READS: { readonly contextItems: readonly (keyof ContextItems)[] } = {
  contextItems: ['list', 'get', 'search'],
};
