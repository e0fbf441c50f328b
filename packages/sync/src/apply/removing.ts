import type { Change } from '../plan/change.ts';
import { drop, find, over, put } from '../state/records.ts';
import { assertNotOvertaken, fail, type Run, writerOf } from './run.ts';

type Removal = Extract<Change, { kind: 'delete' }>;

/** Removes what is no longer wanted, after all that takes its place is live. Removing twice does no harm, so it is never in doubt. */
export async function removeItems(run: Run): Promise<void> {
  const { ledger, stopping, pace, input, ports } = run;
  const planned = input.plan.changes.filter((change) => change.kind === 'delete');
  const replaced = run.done.flatMap(({ change }): Removal[] =>
    change.kind === 'update' && change.by === 'create-then-delete'
      ? [{ kind: 'delete', path: change.path, record: change.record }]
      : [],
  );
  const removals = [...planned, ...replaced];
  if (removals.length === 0) return;
  if (stopping.stopped) {
    run.unsent += removals.length;
    return;
  }
  const by = writerOf(run);
  await ledger.write(`Intent: remove ${removals.length}`, ({ documents, meta }) => {
    assertNotOvertaken(run, meta);
    for (const { path, record } of removals) {
      const now = find(documents, path, record);
      if (!now) continue;
      // The id may be one that the list has shown, and not on record where another run has written since.
      const { id = now.id } = record;
      put(documents, path, record, { ...now, ...(id === undefined ? {} : { id }), status: 'deleting', by });
    }
  });
  const isPlanned = new Set(planned);
  const queue = [...removals];
  /** It was not removed, and nobody is removing it any more. */
  const giveUp = ({ path, record }: Removal) => {
    const at = run.clock.date();
    ledger.note(({ documents }) => {
      const now = find(documents, path, record);
      if (now?.by && now.by.run === by.run) put(documents, path, record, over(now, at));
    });
  };
  const remove = async (change: Removal) => {
    const { path, record } = change;
    try {
      await ports.extensions.deleteContextItem(input.state.meta.project, record.id ?? '', { signal: run.sendSignal });
      stopping.succeeded();
      if (isPlanned.has(change)) run.done.push({ change, id: record.id });
      ledger.note(({ documents }) => drop(documents, path, record));
    } catch (error) {
      giveUp(change);
      fail(run, change, error);
    }
  };
  const isOver = () => stopping.stopped;
  const work = async () => {
    while (!isOver()) {
      const change = queue.shift();
      if (!change) return;
      if (!(await pace.take(() => remove(change), isOver))) queue.unshift(change);
    }
  };
  await Promise.all(Array.from({ length: input.concurrency ?? 5 }, work));
  for (const change of queue) giveUp(change);
  run.unsent += queue.length;
}
