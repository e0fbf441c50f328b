// This file runs the tests that all stores share, and those of the routes of logs, with the logs in ClickHouse.
import { it } from 'vitest';
import { useClickHouse } from './backend.fixture.ts';
import { isClickHouseInstalled } from './server.fixture.ts';

if (isClickHouseInstalled()) {
  useClickHouse();
  await import('../batch-routes.test.ts');
  await import('../captured-texts.test.ts');
  await import('../otlp-routes.test.ts');
  await import('../read-routes.test.ts');
  await import('../routes.test.ts');
  await import('../search-routes.test.ts');
  await import('../../metrics/routes.test.ts');
  await import('../../recovery/routes.test.ts');
  await import('../../users/routes.test.ts');
  await import('../../../platform/http/idempotency.test.ts');
  await import('../../../platform/database/behavior/clock.test.ts');
  await import('../../../platform/database/behavior/erasures.test.ts');
  await import('../../../platform/database/behavior/hints.test.ts');
  await import('../../../platform/database/behavior/log-search.test.ts');
  await import('../../../platform/database/behavior/rebuild.test.ts');
  await import('../../../platform/database/behavior/retention.test.ts');
  await import('../../../platform/database/behavior/traffic.test.ts');
  await import('../../../platform/database/behavior/transactions.test.ts');
  await import('../../../platform/database/behavior/user-detail.test.ts');
} else {
  it.skip('ClickHouse is not installed: npm run test:soak installs it', () => undefined);
}
