// This file runs the tests that SQLite and PostgreSQL share on PostgreSQL with the logs in ClickHouse.
import { it } from 'vitest';
import { useClickHouse } from './backend.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

if (isClickHouseInstalled()) {
  useClickHouse();
  await import('../../../platform/database/behavior/accounts.test.ts');
  await import('../../../platform/database/behavior/api-descriptions.test.ts');
  await import('../../../platform/database/behavior/audit.test.ts');
  await import('../../../platform/database/behavior/backup.test.ts');
  await import('../../../platform/database/behavior/clock.test.ts');
  await import('../../../platform/database/behavior/concurrent-limits.test.ts');
  await import('../../../platform/database/behavior/context-index.test.ts');
  await import('../../../platform/database/behavior/context-search.test.ts');
  await import('../../../platform/database/behavior/erasures.test.ts');
  await import('../../../platform/database/behavior/hints.test.ts');
  await import('../../../platform/database/behavior/log-search.test.ts');
  await import('../../../platform/database/behavior/mcp-tools.test.ts');
  await import('../../../platform/database/behavior/name-limits.test.ts');
  await import('../../../platform/database/behavior/project-search.test.ts');
  await import('../../../platform/database/behavior/rebuild.test.ts');
  await import('../../../platform/database/behavior/restart.test.ts');
  await import('../../../platform/database/behavior/retention.test.ts');
  await import('../../../platform/database/behavior/tables.test.ts');
  await import('../../../platform/database/behavior/traffic.test.ts');
  await import('../../../platform/database/behavior/transactions.test.ts');
  await import('../../../platform/database/behavior/user-detail.test.ts');
  await import('../../../platform/database/behavior/users.test.ts');
} else {
  it.skip('ClickHouse is not installed: npm run test:soak installs it', () => undefined);
}
