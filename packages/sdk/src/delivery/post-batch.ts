import { receiveBody } from '@context-sync/core/receive-body';
import { retryAfterMs } from '@context-sync/core/retry';
import type { CaptureSettings } from '../options.ts';

/** The outcome of one attempt to send a batch. */
export type PostOutcome =
  | { readonly kind: 'accepted'; readonly accepted: number | undefined }
  /** A retry may succeed. The service may have stored the batch, so the batch is repeated unchanged. */
  | { readonly kind: 'retry'; readonly retryAfterMs: number | undefined; readonly cause: unknown }
  /** The key, the project or the URL is wrong. The service stored nothing, and only an operator can fix the problem. */
  | { readonly kind: 'refused'; readonly status: number }
  | { readonly kind: 'too-large' }
  /** The service rejected the content. @property lines numbers of the invalid lines that the service listed, counted from 1 */
  | { readonly kind: 'rejected'; readonly status: number; readonly lines: ReadonlySet<number> };

export interface EncodedBatch {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly gzip: boolean;
  readonly idempotencyKey: string;
  /** Number of logs that were dropped since the last accepted batch. */
  readonly dropped: number;
}

const TIMEOUT_MS = 10_000;
/** Maximum number of bytes that are read from a response. */
const MAX_RESPONSE_BYTES = 262_144;
const RETRYABLE_STATUSES = new Set([408, 409, 425, 429]);

/** Makes one attempt to send a batch. Never rejects. */
export async function postBatch(settings: CaptureSettings, batch: EncodedBatch): Promise<PostOutcome> {
  const endsAt = performance.now() + TIMEOUT_MS;
  try {
    const response = await settings.fetch(`${settings.projectUrl}/logs-batch`, {
      method: 'POST',
      body: batch.body,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${settings.key}`,
        'content-type': 'application/x-ndjson',
        'idempotency-key': batch.idempotencyKey,
        ...(batch.gzip ? { 'content-encoding': 'gzip' } : {}),
        ...(batch.dropped > 0 ? { 'context-sync-dropped': String(batch.dropped) } : {}),
      },
    });
    return await readOutcome(response, endsAt - performance.now());
  } catch (cause) {
    return { kind: 'retry', retryAfterMs: undefined, cause };
  }
}

async function readOutcome(response: Response, timeoutMs: number): Promise<PostOutcome> {
  const { status, headers, ok } = response;
  const { text, end, cause } = await receiveBody(response, { maxBytes: MAX_RESPONSE_BYTES, timeoutMs });
  if (end === 'broken' || end === 'timeout') {
    return { kind: 'retry', retryAfterMs: retryAfterMs(headers), cause: cause ?? 'the response did not end in time' };
  }
  if (ok) return parseAcceptance(text);
  if (status >= 500 || RETRYABLE_STATUSES.has(status)) {
    return { kind: 'retry', retryAfterMs: retryAfterMs(headers), cause: `status ${status}` };
  }
  if (status === 413) return { kind: 'too-large' };
  if (status === 400 || status === 415 || status === 422) return { kind: 'rejected', status, lines: parseLines(text) };
  return { kind: 'refused', status };
}

/**
 * Parses the body of a 2xx response. If the body is not the service's JSON, the response comes from another server, such as a proxy that returns an HTML
 * page.
 */
function parseAcceptance(text: string): PostOutcome {
  const body = parseObject(text);
  if (body === undefined) return { kind: 'refused', status: 200 };
  const { accepted } = body;
  const isCount = typeof accepted === 'number' && Number.isInteger(accepted) && accepted >= 0;
  return { kind: 'accepted', accepted: isCount ? accepted : undefined };
}

/** Returns the line numbers in `error.details[].where`, such as 3 for `line 3.status`. */
function parseLines(text: string): Set<number> {
  const lines = new Set<number>();
  const error = parseObject(text)?.error;
  const details = typeof error === 'object' && error !== null && 'details' in error ? error.details : undefined;
  if (!Array.isArray(details)) return lines;
  for (const detail of details) {
    const line = /^line (\d+)\b/.exec(String(detail?.where))?.[1];
    if (line !== undefined) lines.add(Number(line));
  }
  return lines;
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
