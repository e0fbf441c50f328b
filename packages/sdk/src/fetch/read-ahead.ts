type ReadResult = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']>>;

/** A body, of which only the part that was available immediately has been read. */
export interface ReadAhead {
  readonly chunks: readonly Uint8Array[];
  /** Whether the chunks are the complete body. */
  readonly isWhole: boolean;
  /** Returns a stream of the chunks that were read, followed by the rest of the body. */
  readonly stream: () => ReadableStream<Uint8Array>;
}

/**
 * Reads a body that is complete in memory. A body that is not complete after one turn of the event loop is streamed instead: the chunks that were
 * read and the rest are passed on, so that the response is not delayed further.
 */
export async function readAhead(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<ReadAhead> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let isWhole = false;
  let isLate = false;
  let bytes = 0;
  let pendingRead: Promise<ReadResult> | undefined;
  const readChunk = async () => {
    while (!isLate && bytes <= maxBytes) {
      pendingRead = reader.read();
      const { done, value } = await pendingRead;
      if (isLate) return;
      pendingRead = undefined;
      if (done) {
        isWhole = true;
        return;
      }
      chunks.push(value);
      bytes += value.length;
    }
  };
  await Promise.race([readChunk().catch(() => undefined), waitForTurn()]);
  isLate = true;
  const readNext = () => {
    const result = pendingRead ?? reader.read();
    pendingRead = undefined;
    return result;
  };
  return { chunks, isWhole, stream: () => replayChunks(chunks, isWhole, readNext, reader) };
}

function replayChunks(
  chunks: readonly Uint8Array[],
  isWhole: boolean,
  next: () => Promise<ReadResult>,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): ReadableStream<Uint8Array> {
  let index = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        const chunk = chunks[index];
        index += 1;
        if (chunk !== undefined) return controller.enqueue(chunk);
        if (isWhole) return controller.close();
        const { done, value } = await next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function waitForTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}
