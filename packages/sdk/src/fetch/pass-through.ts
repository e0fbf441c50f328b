import type { BodyCollector } from '../log/body-collector.ts';

/** Callbacks for a stream that is passed through. */
export interface PassThroughEvents {
  readonly onChunk: (chunk: Uint8Array) => void;
  /** Called once: when the stream ends, fails or is cancelled. @param complete whether it ended */
  readonly onEnd: (complete: boolean) => void;
}

/** Returns a stream with the chunks of another, of which one is read when one is wanted: nothing is read ahead or held back. */
export function passThroughBody(
  source: ReadableStream<Uint8Array>,
  { onChunk, onEnd }: PassThroughEvents,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = source.getReader();
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            onEnd(true);
            controller.close();
          } else {
            onChunk(value);
            controller.enqueue(value as Uint8Array<ArrayBuffer>);
          }
        } catch (error) {
          onEnd(false);
          throw error;
        }
      },
      cancel(reason) {
        onEnd(false);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns a request whose body is collected while the application reads it. */
export function collectRequest(request: Request, body: BodyCollector, guard: (action: () => void) => void): Request {
  if (request.body === null || request.bodyUsed) return request;
  const stream = passThroughBody(request.body, {
    onChunk: (chunk) => guard(() => body.add(chunk)),
    onEnd: () => undefined,
  });
  const init: RequestInit & { duplex: 'half' } = { body: stream, duplex: 'half' };
  return new Request(request, init);
}
