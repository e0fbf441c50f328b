import { isDeepStrictEqual } from 'node:util';
import { InvalidRequestError, NotFoundError } from '@context-sync/core';
import type { ConnectChange } from '../plan/change.ts';
import { dataSourceFingerprint } from '../plan/connect.ts';
import { over } from '../state/records.ts';
import type { DataSourceRecord } from '../state/schema.ts';
import { repeating } from '../state/writer.ts';
import { outcomeUnknown } from './certainty.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { type Draft, PlanOutdatedError } from './ledger.ts';
import { assertNotOvertaken, fail, type Run, writerOf } from './run.ts';

type Connect = Extract<ConnectChange, { kind: 'connect' }>;

/** Connects the repository as a data source, if the plan says so. A failure is noted; whether to go on is for `stopping` to say. */
export async function connectDataSource(run: Run): Promise<void> {
  const change = run.input.plan.connect;
  if (change?.kind === 'hold') run.connected = 'in-doubt';
  if (change?.kind === 'assume') {
    run.connected = 'connected';
    const { by: _done, ...record } = change.record;
    const { dataSource } = run.input.state.meta;
    run.ledger.note(({ meta }) => {
      if (isDeepStrictEqual(meta.dataSource, dataSource)) replaceDataSource(meta, { ...record, status: 'connected' });
    });
  }
  if (change?.kind !== 'connect') return;
  if (run.stopping.stopped) {
    run.unsent += 1;
    return;
  }
  const intent = await recordIntent(run, change);
  try {
    const connected = await connect(run, change, intent);
    run.connected = 'connected';
    run.stopping.succeeded();
    run.ledger.note(({ meta }) => settleDataSource(meta, connected));
  } catch (error) {
    if (isConnectedAlready(error)) {
      recordExisting(run, change, intent, error);
      return;
    }
    // The project was found a moment ago: what is not found now is the installation or the repository, which the items do not need.
    if (error instanceof NotFoundError) run.failures.push({ change: undefined, error });
    else fail(run, undefined, error);
    // That this request was not carried out says nothing of the one that it repeats.
    run.connected = change.resend || outcomeUnknown(error) ? 'in-doubt' : 'failed';
    const inDoubt = run.connected === 'in-doubt';
    const at = run.clock.date();
    run.ledger.note(({ meta }) => {
      if (!inDoubt) takeBack(meta, change, intent);
      // By now it may be another run's.
      else if (isDeepStrictEqual(meta.dataSource, intent)) meta.dataSource = over(intent, at);
    });
  }
}

/**
 * Records that the platform has the repository as a data source already, which is what was wanted. Where that is the one of earlier settings, it stays
 * on record, so that the new ones are tried again once somebody has deleted it.
 */
function recordExisting(run: Run, change: Connect, intent: DataSourceRecord, error: InvalidRequestError): void {
  run.connected = 'connected';
  run.existing = error;
  run.stopping.succeeded();
  const isOfEarlierSettings = !change.resend && change.previous?.status === 'connected';
  const { by: _done, ...connected } = intent;
  run.ledger.note(({ meta }) => {
    if (isOfEarlierSettings) takeBack(meta, change, intent);
    else settleDataSource(meta, { ...connected, status: 'connected' });
  });
}

/** Makes the data source what it was before the intent, unless it is another run's by now. */
function takeBack(meta: Draft['meta'], { previous }: Connect, intent: DataSourceRecord): void {
  if (!isDeepStrictEqual(meta.dataSource, intent)) return;
  meta.dataSource = previous ?? null;
  meta.formerDataSources = meta.formerDataSources.filter((record) => !isDeepStrictEqual(record, previous));
}

function sameSource(one: DataSourceRecord, other: DataSourceRecord): boolean {
  return one.fingerprint === other.fingerprint && one.installationId === other.installationId;
}

/** Makes `next` the data source, and the one so far a former one. */
function replaceDataSource(meta: Draft['meta'], next: DataSourceRecord): void {
  const before = meta.dataSource && !sameSource(meta.dataSource, next) ? [meta.dataSource] : [];
  meta.formerDataSources = [...meta.formerDataSources.filter((record) => !sameSource(record, next)), ...before];
  meta.dataSource = next;
}

/** Records what was connected, be it the data source still or, after other settings in between, a former one. */
function settleDataSource(meta: Draft['meta'], connected: DataSourceRecord): void {
  if (!meta.dataSource || sameSource(meta.dataSource, connected)) {
    meta.dataSource = connected;
    return;
  }
  meta.formerDataSources = [...meta.formerDataSources.filter((each) => !sameSource(each, connected)), connected];
}

async function recordIntent(run: Run, { source, previous, resend }: Connect): Promise<DataSourceRecord> {
  const { ledger } = run;
  const { installationId, ...rest } = source;
  const fingerprint = dataSourceFingerprint(rest);
  const by = repeating(writerOf(run), resend?.by);
  const intent = { status: 'creating', fingerprint, installationId, by } as const;
  const again = resend?.revision;
  await ledger.write(`Intent: connect ${source.owner}/${source.repo}`, ({ meta, revision }) => {
    assertNotOvertaken(run, meta);
    if (!isDeepStrictEqual(meta.dataSource, previous ?? null)) {
      throw new PlanOutdatedError('another run has connected the repository in the meantime');
    }
    replaceDataSource(meta, { ...intent, revision: again ?? revision });
  });
  return { ...intent, revision: again ?? ledger.state.meta.revision };
}

async function connect(
  run: Run,
  { source }: Connect,
  { by: _done, ...intent }: DataSourceRecord,
): Promise<DataSourceRecord> {
  const { meta } = run.ledger.state;
  const { fingerprint, revision } = intent;
  const options = {
    idempotencyKey: idempotencyKey(meta, { key: 'data-source', fingerprint, revision }),
    repeatable: run.input.capabilities.idempotency,
    signal: run.sendSignal,
  };
  const { id } = await run.ports.client.connectDataSource(meta.project, source, options);
  return { ...intent, status: 'connected', ...(id === undefined ? {} : { id }) };
}

/** Codes of a 409 that speaks of our own requests: an earlier one with the same Idempotency-Key is still being carried out. */
const SAME_REQUEST = /idempoten|in.?progress|concurrent|processing/i;

/** Whether the platform has the repository as a data source already. */
function isConnectedAlready(error: unknown): error is InvalidRequestError {
  return error instanceof InvalidRequestError && error.status === 409 && !SAME_REQUEST.test(error.code ?? '');
}
