// This file runs the tests of all routes that write or read logs on a store whose logs are in ClickHouse.
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
} else {
  it.skip('ClickHouse is not installed: npm run test:soak installs it', () => undefined);
}
