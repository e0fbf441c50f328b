import { expect, it } from 'vitest';
import { harmlessLogs } from './harmless-logs.fixture.ts';
import { createRedact } from './redact.ts';

it('redacts nothing in 10,000 generated logs without secrets', () => {
  const redact = createRedact();
  const changed = harmlessLogs(1, 10_000).filter((log) => JSON.stringify(redact(log)) !== JSON.stringify(log));
  expect(changed.slice(0, 5).map((log) => ({ log, redacted: redact(log) }))).toEqual([]);
});
