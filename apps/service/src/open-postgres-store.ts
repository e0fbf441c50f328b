import { defineStore, type ServicePorts, type ServiceStore } from './areas.ts';
import type { SearchLimitOptions } from './open-store.ts';
import { openPostgresDatabase, type PostgresOptions } from './platform/database/postgres/store.ts';

/** Opens the PostgreSQL database at a URL. @throws StoreInputError if the database cannot be used */
export function openPostgresStore(
  url: string,
  { logSearch, ...options }: PostgresOptions & SearchLimitOptions = {},
): Promise<ServiceStore> {
  return openPostgresDatabase<ServicePorts>(url, defineStore({ logSearch }), options);
}
