// This file kills the service, PostgreSQL and ClickHouse at random moments under load: before, between and after the writes to both databases.
import { it } from 'vitest';
import { useClickHouse } from './backend.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

if (isClickHouseInstalled()) {
  useClickHouse();
  await import('../../../platform/database/behavior/kill.test.ts');
} else {
  it.skip('ClickHouse is not installed: npm run test:soak installs it', () => undefined);
}
