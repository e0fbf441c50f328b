import type { Store, Transaction } from './store.ts';

/** Carries something out once for each scope, over any store's transactions. */
export function onceOver(
  transaction: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>,
): Store['once'] {
  return (scope, payload, work) =>
    transaction(async (operations) => {
      const known = await operations.answers.claim(scope, payload);
      if (known) return { answer: known, replayed: true };
      const answer = { payload, ...(await work(operations)) };
      await operations.answers.complete(scope, answer);
      return { answer, replayed: false };
    });
}
