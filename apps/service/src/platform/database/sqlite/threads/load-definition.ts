import type { StoreDefinition } from '../../dialect.ts';
import type { DefinitionModule } from './thread-messages.ts';

/** Loads what the store contains in a thread of the database. */
export async function loadDefinition({ url, options }: DefinitionModule): Promise<StoreDefinition<object>> {
  const { defineStore } = (await import(url)) as { defineStore(options: unknown): StoreDefinition<object> };
  return defineStore(options);
}
