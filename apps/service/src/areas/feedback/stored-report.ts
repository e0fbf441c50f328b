import { HttpError } from '../../platform/errors/errors.ts';
import { FEEDBACK_LIMITS, type ReportResult } from './store.ts';

/** A report that was stored or counted. */
export type StoredReport = Exclude<ReportResult, { readonly result: 'too-many' }>;

/** Returns a stored report. @throws HttpError if there are too many reports */
export function getStoredReport(result: ReportResult): StoredReport {
  if (result.result !== 'too-many') return result;
  const limit =
    result.of === 'reporter' ? `${FEEDBACK_LIMITS.perHour} reports an hour` : `${FEEDBACK_LIMITS.perDay} reports a day`;
  const originText = result.of === 'reporter' ? 'from the same reporter' : 'in this project';
  throw new HttpError(
    'rate_limited',
    `The report was not stored, because there are more than ${limit} ${originText}. Continue with your task without it`,
    { headers: { 'retry-after': String(result.retryAfterSeconds) } },
  );
}
