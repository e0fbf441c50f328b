import type { IdempotencyPorts } from './idempotency-records.ts';
import type { Database } from './store.ts';

/** Creates a function that runs work once per scope in transactions of a store. */
export function runIdempotentIn<Ports extends IdempotencyPorts>(
  transaction: Database<Ports>['transaction'],
): Database<Ports>['runIdempotent'] {
  return (scope, payload, work) =>
    transaction(async (operations) => {
      const claimedRecord = await operations.idempotencyRecords.claim(scope, payload);
      if (claimedRecord) return { record: claimedRecord, replayed: true };
      const record = { payload, ...(await work(operations)) };
      await operations.idempotencyRecords.complete(scope, record);
      return { record, replayed: false };
    });
}
