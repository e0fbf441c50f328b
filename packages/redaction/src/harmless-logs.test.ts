import { selectByTier } from '@context-sync/test-tier';
import { expect, it } from 'vitest';
import { harmlessLogs } from './harmless-logs.fixture.ts';
import { createRedact } from './redact-record.fixture.ts';

it('redaction does not change generated logs without secrets', () => {
  const redact = createRedact();
  const changedRequests = harmlessLogs(1, selectByTier(300, 10_000)).filter(
    (log) => JSON.stringify(redact(log)) !== JSON.stringify(log),
  );
  expect(changedRequests.slice(0, 5).map((log) => ({ log, redacted: redact(log) }))).toEqual([]);
});
