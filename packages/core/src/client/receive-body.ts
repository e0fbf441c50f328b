/** Default size limit of a response body: 1 MiB. A response to a write contains at most one item, and larger reads set their own limit. */
export const MAX_BODY_BYTES = 1024 * 1024;

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** Time in milliseconds after which the rest of the body is ignored. */
  readonly timeoutMs: number;
  /** Signal that ends the body as `broken` when it is aborted. */
  readonly signal?: AbortSignal | undefined;
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
  response: Response,
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
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), end, cause: signal?.reason };
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (size > maxBytes) stop('too-large');
    }
  } catch (cause) {
    return { text, end: 'broken', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
