import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { SEARCH_MIGRATIONS } from './migrations.ts';
import { createSqlProjectSearch } from './search-sql.ts';
import type { ProjectSearchPorts } from './store.ts';
import { SEARCH_TABLES } from './tables.ts';

/** The index of what a project's search finds besides context items. Other areas write it, and the docs offer the search. */
export const searchArea = defineArea({
  name: 'search',
  migrations: SEARCH_MIGRATIONS,
  tables: SEARCH_TABLES,
  createPorts: ({ sql }: SqlContext): ProjectSearchPorts => ({ projectSearch: createSqlProjectSearch(sql) }),
  reads: { projectSearch: { find: 'slow', titles: 'quick' } },
  load: async () => ({}),
});
