/** Default size limit of a response body: 1 MiB. A response to a write contains at most one item, and larger reads set their own limit. */
export const MAX_BODY_BYTES = 1024 * 1024;

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** Time in milliseconds after which the rest of the body is ignored. */
  readonly timeoutMs: number;
  /** Signal that ends the body as `broken` when it is aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** The part of a `Response` from which its body is read. */
export interface ReceivableBody {
  readonly body: { getReader(): BodyReader } | null;
}

export interface BodyReader {
  /** Reads the next part of the body. Rejects, or ends the body, after it was canceled. */
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: Uint8Array | undefined }>;
  /** Ends the body and closes its connection. */
  cancel(): Promise<void>;
}

/** The received part of a response body, decoded as UTF-8. */
export interface ReceivedBody {
  readonly text: string;
  /** How the body ended. `broken`: the connection closed too early. `timeout`, `too-large`: a limit of `ReceiveOptions` was reached. */
  readonly end: 'complete' | 'broken' | 'timeout' | 'too-large';
  /** The connection error or the reason of the signal; present only if `end` is `broken`. */
  readonly cause?: unknown;
}

/**
 * Reads a response body within the limits. Never rejects. A body that reaches a limit is canceled, which closes its connection: an open connection
 * would keep the process alive as long as the server sends data. The signal of the request cannot end the body reliably, because Node loses it if a
 * garbage collection runs after the headers have arrived.
 */
export async function receiveBody(
  response: ReceivableBody,
  { maxBytes, timeoutMs, signal }: ReceiveOptions,
): Promise<ReceivedBody> {
  if (response.body === null) return { text: '', end: 'complete' };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let end: ReceivedBody['end'] = 'complete';
  const stop = (reason: ReceivedBody['end']) => {
    end = reason;
    // Canceling the body also ends the pending read.
    reader.cancel().catch(() => undefined);
  };
  const timer = setTimeout(stop, timeoutMs, 'timeout');
  const abort = () => stop('broken');
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    for (let size = 0; ; ) {
      const { value } = await reader.read();
      if (value === undefined) return { text: text + decoder.decode(), end, cause: signal?.reason };
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (size > maxBytes) stop('too-large');
    }
  } catch (cause) {
    // Some readers reject after they were canceled.
    return { text, end: end === 'complete' ? 'broken' : end, cause: signal?.aborted ? signal.reason : cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
