/** Default bound of a response's body in bytes: 1 MiB. A response to a write holds at most one item; the largest read has its own bound. */
export const BODY_LIMIT = 1024 * 1024;

export interface ReceiveOptions {
  readonly maxBytes: number;
  /** Milliseconds after which the rest is not waited for. Default: no limit, where something else aborts the request. */
  readonly timeoutMs?: number;
}

/** What was received of a response's body, decoded as UTF-8. */
export interface ReceivedBody {
  readonly text: string;
  /** `whole`; `broken`: the connection ended first; `late`, `too-large`: a bound of `ReceiveOptions` was reached. */
  readonly end: 'whole' | 'broken' | 'late' | 'too-large';
  /** The failure of the connection, where `end` is `broken`. */
  readonly cause?: unknown;
}

/**
 * Reads a response's body within the bounds. Never rejects. A body that reaches a bound is canceled, which closes its connection: an open one
 * would keep the process alive for as long as the server sends.
 */
export async function receiveBody(response: Response, { maxBytes, timeoutMs }: ReceiveOptions): Promise<ReceivedBody> {
  if (response.body === null) return { text: '', end: 'whole' };
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let end: ReceivedBody['end'] = 'whole';
  const stop = (reason: ReceivedBody['end']) => {
    end = reason;
    // Ends the pending read as well.
    reader.cancel().catch(() => undefined);
  };
  const timer = timeoutMs === undefined ? undefined : setTimeout(stop, timeoutMs, 'late');
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
