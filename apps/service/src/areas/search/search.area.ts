import { defineArea } from '../../platform/area.ts';
import type { SqlContext } from '../../platform/database/dialect.ts';
import { SEARCH_MIGRATIONS } from './migrations.ts';
import { createSqlProjectSearch } from './search-sql.ts';
import type { ProjectSearchPorts } from './store.ts';
import { SEARCH_TABLES } from './tables.ts';

/** The search index of a project's texts other than context items. Other areas write to the index, and the docs area searches it. */
export const searchArea = defineArea({
  name: 'search',
  migrations: SEARCH_MIGRATIONS,
  tables: SEARCH_TABLES,
  createPorts: ({ sql }: SqlContext): ProjectSearchPorts => ({ projectSearch: createSqlProjectSearch(sql) }),
  reads: { projectSearch: { find: 'slow', titles: 'quick' } },
  load: async () => ({}),
});
