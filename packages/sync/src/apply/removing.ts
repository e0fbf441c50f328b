import type { Change } from '../plan/change.ts';
import { workOff } from './pool.ts';
import { drop, find, put } from './records.ts';
import { fail, type Run } from './run.ts';

type Removal = Extract<Change, { kind: 'remove' }>;

/** Removes what is no longer wanted, after all that takes its place is live. Removing twice does no harm, so it is never in doubt. */
export async function removeItems(run: Run): Promise<void> {
  const { ledger, stopping, input, ports } = run;
  const planned = input.plan.changes.filter((change) => change.kind === 'remove');
  const replaced = run.done.flatMap(({ change }): Removal[] =>
    change.kind === 'replace' && change.by === 'create-then-remove'
      ? [{ kind: 'remove', path: change.path, record: change.record }]
      : [],
  );
  const removals = [...planned, ...replaced];
  if (removals.length === 0 || stopping.stopped) return;
  await ledger.write(`Intent: remove ${removals.length}`, ({ documents }) => {
    for (const { path, record } of removals) {
      const now = find(documents, path, record);
      if (!now) continue;
      const document = documents.get(path);
      // Without an item that its blob stands for, the document must be read again if it comes back.
      if (document && now.status === 'live') documents.set(path, { ...document, blob: null });
      put(documents, path, record, { ...now, status: 'removing' });
    }
  });
  await workOff(
    removals,
    run.concurrency,
    async (change) => {
      const { path, record } = change;
      try {
        await ports.extensions.deleteContextItem(input.state.meta.project, record.id ?? '', { signal: run.sendSignal });
        stopping.succeeded();
        if (!replaced.includes(change)) run.done.push({ change, id: record.id });
        ledger.note(({ documents }) => drop(documents, path, record));
      } catch (error) {
        fail(run, change, error);
      }
    },
    () => stopping.stopped,
  );
}
