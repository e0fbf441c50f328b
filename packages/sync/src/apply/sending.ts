import { saysGone } from '@context-sync/core';
import type { Change } from '../plan/change.ts';
import { mayHaveActed } from './certainty.ts';
import { idempotencyKey } from './idempotency-key.ts';
import {
  isUpdate,
  recordIntent,
  recordNothingDone,
  recordSuccess,
  type Sending,
  type SendingChange,
} from './intents.ts';
import { workOff } from './pool.ts';
import { fail, type Run } from './run.ts';

const BATCH_SIZE = 100;
const BATCH_GROWTH = 5;
/** Milliseconds that a batch should last, so that writes of the state stay under what GitHub allows in a minute. */
const BATCH_TIME = 10_000;

function isSending(change: Change): change is SendingChange {
  return change.kind === 'create' || change.kind === 'replace' || change.kind === 'supersede';
}

/** Sends in batches: one write records a batch's intents and the results of the batch before it. */
export async function sendItems(run: Run): Promise<void> {
  const { ledger, stopping, input, ports } = run;
  const queue = input.plan.changes.filter(isSending);
  const first = input.batchSize ?? BATCH_SIZE;
  let size = first;
  let answered = 0;
  while (queue.length > 0 && !stopping.stopped) {
    const batch = queue.splice(0, size);
    let sendings: Sending[] = [];
    await ledger.write(`Intent: send ${batch.length}`, (draft) => {
      sendings = batch.map((change) => recordIntent(draft, change));
    });
    const total = answered + batch.length + queue.length;
    const start = run.clock.now();
    const unsent = await workOff(
      sendings,
      run.concurrency,
      async (sending) => {
        const instead = await sendOne(run, sending);
        if (instead) queue.push(instead);
        answered += 1;
        ports.progress?.(answered, total);
      },
      () => stopping.stopped,
    );
    const fitting = (size * BATCH_TIME) / Math.max(run.clock.now() - start, 1);
    size = Math.round(Math.min(Math.max(fitting, first), first * BATCH_GROWTH));
    for (const sending of unsent) ledger.note((draft) => recordNothingDone(draft, sending));
  }
}

/** Sends one item and notes the result. Resolves to the change that must be sent in its place, if there is one. */
async function sendOne(run: Run, sending: Sending): Promise<SendingChange | undefined> {
  const { change } = sending;
  const { ledger, stopping } = run;
  try {
    const id = await request(run, sending);
    stopping.succeeded();
    run.done.push({ change, id });
    ledger.note((draft) => recordSuccess(draft, sending, id));
  } catch (error) {
    if (isUpdate(change) && saysGone(error)) {
      // Somebody has deleted it on the platform. It stays on record as superseded, in case that is not so.
      ledger.note((draft) => recordNothingDone(draft, sending));
      const { path, item, record, seen } = change;
      return { kind: 'supersede', path, item, record, resend: undefined, seen };
    }
    if (!mayHaveActed(error)) ledger.note((draft) => recordNothingDone(draft, sending));
    fail(run, change, error);
  }
  return undefined;
}

/** Resolves to the id of the item where the service gave one. @throws ApiError */
async function request(run: Run, { change, intent }: Sending): Promise<string | undefined> {
  const { client, extensions } = run.ports;
  const { meta } = run.ledger.state;
  const { title, content, public: isPublic } = change.item;
  const body = { title, content, public: isPublic };
  const signal = run.sendSignal;
  if (isUpdate(change) && change.record.id !== undefined) {
    await extensions.replaceContextItem(meta.project, change.record.id, body, { signal });
    return change.record.id;
  }
  const repeatable = run.input.capabilities.idempotency;
  const options = { idempotencyKey: idempotencyKey(meta, intent), repeatable, signal };
  return (await client.createContextItem(meta.project, body, options)).id;
}
