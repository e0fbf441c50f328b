import type { BodyCollector } from '../log/body-collector.ts';

/** Callbacks for a stream whose chunks are passed through. */
export interface PassThroughEvents {
  readonly onChunk: (chunk: Uint8Array) => void;
  /** Called once when the stream ends, fails or is cancelled. @param complete whether the stream ended normally */
  readonly onEnd: (complete: boolean) => void;
}

/**
 * Returns a stream with the chunks of another stream. A chunk is read only when the consumer requests one, so that no chunk is read ahead or delayed.
 */
export function createPassThroughBody(
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

/** Returns a request whose body is collected while the application reads the body. */
export function collectRequest(request: Request, body: BodyCollector, guard: (action: () => void) => void): Request {
  if (request.body === null || request.bodyUsed) return request;
  const stream = createPassThroughBody(request.body, {
    onChunk: (chunk) => guard(() => body.add(chunk)),
    onEnd: () => undefined,
  });
  const init: RequestInit & { duplex: 'half' } = { body: stream, duplex: 'half' };
  return new Request(request, init);
}
