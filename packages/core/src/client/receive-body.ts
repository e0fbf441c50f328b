/** Default size limit of a response body: 1 MiB. A response to a write contains at most one item; larger reads set their own limit. */
export const MAX_BODY_BYTES = 1024 * 1024;

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** Milliseconds after which the rest is ignored. Default: no limit, if something else aborts the request. */
  readonly timeoutMs?: number;
}

/** The received part of a response body, decoded as UTF-8. */
export interface ReceivedBody {
  readonly text: string;
  /** `broken`: the connection ended first; `timeout`, `too-large`: a limit of `ReceiveOptions` was reached. */
  readonly end: 'complete' | 'broken' | 'timeout' | 'too-large';
  /** The connection error, if `end` is `broken`. */
  readonly cause?: unknown;
}

/**
 * Reads a response body within the limits. Never rejects. A body that reaches a limit is canceled, which closes its connection: an open one would
 * keep the process alive for as long as the server sends.
 */
export async function receiveBody(response: Response, { maxBytes, timeoutMs }: ReceiveOptions): Promise<ReceivedBody> {
  if (response.body === null) return { text: '', end: 'complete' };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let end: ReceivedBody['end'] = 'complete';
  const stop = (reason: ReceivedBody['end']) => {
    end = reason;
    // Also ends the pending read.
    reader.cancel().catch(() => undefined);
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs, 'timeout');
  try {
    for (let size = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode(), end };
      size += value.byteLength;
      text += decoder.decode(value, { stream: true });
      if (size > maxBytes) stop('too-large');
    }
  } catch (cause) {
    return { text, end: 'broken', cause };
  } finally {
    clearTimeout(timer);
  }
}
