/** Callbacks for a stream whose chunks are passed through. */
export interface PassThroughEvents {
  readonly onChunk: (chunk: Uint8Array) => void;
  /** Called once when the stream ends, fails or is canceled. @param complete whether the stream ended normally */
  readonly onEnd: (complete: boolean) => void;
}

/**
 * Returns a stream with the chunks of another stream. A chunk is read only when the consumer requests one, so that no chunk is read ahead or delayed.
 * @param getSource returns the other stream, which is locked when the first chunk is requested
 */
export function createPassThroughBody(
  getSource: () => ReadableStream<Uint8Array>,
  { onChunk, onEnd }: PassThroughEvents,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          reader ??= getSource().getReader();
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
        return reader === undefined ? getSource().cancel(reason) : reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
