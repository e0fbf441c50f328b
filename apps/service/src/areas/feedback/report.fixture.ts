import { randomUUID } from 'node:crypto';
import type { NewReport } from './store.ts';

/** Returns a report that differs from all other reports. */
export function createReport(givenReport: Partial<NewReport> = {}): NewReport {
  return {
    source: 'api',
    kind: 'missing',
    impact: null,
    task: null,
    detail: 'The docs do not say how to delete a pet',
    suggestion: null,
    about: null,
    agent: null,
    userId: null,
    logId: null,
    endpointId: null,
    reporter: 'usr_1',
    fingerprint: randomUUID(),
    ...givenReport,
  };
}
