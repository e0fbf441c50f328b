import { isDeepStrictEqual } from 'node:util';
import { InvalidRequestError, NotFoundError } from '@context-sync/core';
import type { ConnectChange } from '../plan/plan-change.ts';
import { computeDataSourceFingerprint } from '../plan/plan-connect.ts';
import { markRequestEnded } from '../state/item-records.ts';
import { getRetryWriter } from '../state/state-lease.ts';
import type { DataSourceRecord } from '../state/state-schema.ts';
import { type ApplyContext, assertNotOvertaken, createFailedChange, createWriter } from './apply-context.ts';
import type { StepResult } from './apply-result.ts';
import { isOutcomeUnknown } from './change-outcome.ts';
import { createIdempotencyKey } from './idempotency-key.ts';
import { PlanOutdatedError, type StateDraft } from './state-ledger.ts';

type Connect = Extract<ConnectChange, { kind: 'connect' }>;

/** Connects the repository as a data source, if the plan contains it. The breaker decides whether the run continues after a failure. */
export async function connectDataSource(context: ApplyContext): Promise<StepResult> {
  const change = context.input.plan.connect;
  switch (change?.kind) {
    case 'hold':
      return { connection: { connected: 'in-doubt' } };
    case 'assume':
      return assumeConnected(context, change);
    case 'connect':
      return context.breaker.isOpen ? { unsent: 1 } : sendConnect(context, change, await recordIntent(context, change));
    default:
      return {};
  }
}

function assumeConnected(
  { input, ledger }: ApplyContext,
  change: Extract<ConnectChange, { kind: 'assume' }>,
): StepResult {
  const { by: _ended, ...record } = change.record;
  const { dataSource } = input.state.meta;
  ledger.noteResult(({ meta }) => {
    if (isDeepStrictEqual(meta.dataSource, dataSource)) replaceDataSource(meta, { ...record, status: 'connected' });
  });
  return { connection: { connected: 'connected' } };
}

async function sendConnect(context: ApplyContext, change: Connect, intent: DataSourceRecord): Promise<StepResult> {
  const { breaker, ledger } = context;
  try {
    const connectResult = await connectAndRecord(context, change, intent);
    breaker.onSuccess();
    ledger.noteResult(({ meta }) => recordConnectedDataSource(meta, connectResult));
    return { connection: { connected: 'connected' } };
  } catch (error) {
    if (isAlreadyConnected(error)) return recordExistingSource(context, change, intent, error);
    return recordFailure(context, change, intent, error);
  }
}

/**
 * Records that the platform had already connected the repository, which is the wanted result. The record of a data source with earlier settings is kept, so
 * that the new settings are tried again once the old data source has been deleted.
 */
function recordExistingSource(
  { breaker, ledger }: ApplyContext,
  change: Connect,
  intent: DataSourceRecord,
  existsError: InvalidRequestError,
): StepResult {
  breaker.onSuccess();
  const isOfEarlierSettings = !change.resend && change.previous?.status === 'connected';
  const { by: _ended, ...connected } = intent;
  ledger.noteResult(({ meta }) => {
    if (isOfEarlierSettings) rollBackIntent(meta, change, intent);
    else recordConnectedDataSource(meta, { ...connected, status: 'connected' });
  });
  return { connection: { connected: 'connected', existing: existsError } };
}

function recordFailure(
  { breaker, ledger, clock }: ApplyContext,
  change: Connect,
  intent: DataSourceRecord,
  error: unknown,
): StepResult {
  // The run found the project a moment ago, so the installation or the repository is missing. The items require neither of them.
  if (!(error instanceof NotFoundError)) breaker.onFailure(error);
  // If a retry was not executed, the first request may still have been executed.
  const isInDoubt = change.resend !== undefined || isOutcomeUnknown(error);
  const dateMs = clock.date();
  ledger.noteResult(({ meta }) => {
    if (!isInDoubt) rollBackIntent(meta, change, intent);
    // The record is changed only if another run has not replaced it since.
    else if (isDeepStrictEqual(meta.dataSource, intent)) meta.dataSource = markRequestEnded(intent, dateMs);
  });
  return {
    connection: { connected: isInDoubt ? 'in-doubt' : 'failed' },
    failures: [createFailedChange(undefined, error)],
  };
}

/** Restores the data source from before the intent, unless another run has replaced the record. */
function rollBackIntent(meta: StateDraft['meta'], { previous }: Connect, intent: DataSourceRecord): void {
  if (!isDeepStrictEqual(meta.dataSource, intent)) return;
  meta.dataSource = previous ?? null;
  meta.formerDataSources = meta.formerDataSources.filter((record) => !isDeepStrictEqual(record, previous));
}

function isSameSource(one: DataSourceRecord, other: DataSourceRecord): boolean {
  return one.fingerprint === other.fingerprint && one.installationId === other.installationId;
}

/** Makes `next` the current data source, and adds the current one to the former data sources. */
function replaceDataSource(meta: StateDraft['meta'], next: DataSourceRecord): void {
  const previousSources = meta.dataSource && !isSameSource(meta.dataSource, next) ? [meta.dataSource] : [];
  meta.formerDataSources = [
    ...meta.formerDataSources.filter((record) => !isSameSource(record, next)),
    ...previousSources,
  ];
  meta.dataSource = next;
}

/** Records a connected data source as the current one, or as a former one if the settings have changed since. */
function recordConnectedDataSource(meta: StateDraft['meta'], connectedSource: DataSourceRecord): void {
  if (!meta.dataSource || isSameSource(meta.dataSource, connectedSource)) {
    meta.dataSource = connectedSource;
    return;
  }
  meta.formerDataSources = [
    ...meta.formerDataSources.filter((each) => !isSameSource(each, connectedSource)),
    connectedSource,
  ];
}

async function recordIntent(context: ApplyContext, { source, previous, resend }: Connect): Promise<DataSourceRecord> {
  const { ledger } = context;
  const { installationId, ...rest } = source;
  const fingerprint = computeDataSourceFingerprint(rest);
  const writer = getRetryWriter(createWriter(context), resend?.by);
  const intent = { status: 'creating', fingerprint, installationId, by: writer } as const;

  let recordedSource: DataSourceRecord | undefined;
  await ledger.write(`Intent: connect ${source.owner}/${source.repo}`, ({ meta, revision }) => {
    assertNotOvertaken(context, meta);
    if (!isDeepStrictEqual(meta.dataSource, previous ?? null)) {
      throw new PlanOutdatedError('another run has connected the repository since');
    }
    recordedSource = { ...intent, revision: resend?.revision ?? revision };
    replaceDataSource(meta, recordedSource);
  });
  if (!recordedSource) throw new Error('the intent to connect was not written');
  return recordedSource;
}

async function connectAndRecord(
  { ledger, input, ports, sendSignal }: ApplyContext,
  { source }: Connect,
  { by: _ended, ...intent }: DataSourceRecord,
): Promise<DataSourceRecord> {
  const { meta } = ledger.state;
  const { fingerprint, revision } = intent;
  const options = {
    idempotencyKey: createIdempotencyKey(meta, { key: 'data-source', fingerprint, revision }),
    repeatable: input.capabilities.idempotency,
    signal: sendSignal,
  };
  const { id } = await ports.client.connectDataSource(meta.project, source, options);
  return { ...intent, status: 'connected', ...(id === undefined ? {} : { id }) };
}

/** Matches the codes of 409 responses that are caused by this run: an earlier request with the same Idempotency-Key is still in progress. */
const SAME_REQUEST_PATTERN = /idempoten|in.?progress|concurrent|processing/i;

/** Returns whether the platform had already connected the repository. */
function isAlreadyConnected(error: unknown): error is InvalidRequestError {
  return error instanceof InvalidRequestError && error.status === 409 && !SAME_REQUEST_PATTERN.test(error.code ?? '');
}
