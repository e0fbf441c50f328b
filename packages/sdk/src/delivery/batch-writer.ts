import type { CapturedLog } from '../log/captured-log.ts';
import type { LogFields, WriteLog } from '../log/log-writer.ts';

/** How a batch is written. Older services accept neither compression nor the fields that came later. */
export interface BatchFormat {
  readonly gzip: boolean;
  readonly fields: LogFields;
}

/** From what the SDK prefers to what every service accepts. */
export const FORMATS: readonly BatchFormat[] = [
  { gzip: true, fields: 'all' },
  { gzip: false, fields: 'all' },
  { gzip: false, fields: 'specified' },
];

/** Longest time in which the event loop is kept from serving requests. */
const MAX_SLICE_MS = 1;

/** Writes logs as NDJSON, in slices between which requests are served. */
export async function writeBatch(
  logs: readonly CapturedLog[],
  { gzip, fields }: BatchFormat,
  writeLog: WriteLog,
): Promise<Uint8Array<ArrayBuffer>> {
  const lines: string[] = [];
  let sliceStart = performance.now();
  for (const log of logs) {
    lines.push(writeLog(log, fields), '\n');
    if (performance.now() - sliceStart < MAX_SLICE_MS) continue;
    await nextTurn();
    sliceStart = performance.now();
  }
  const text = new TextEncoder().encode(lines.join(''));
  return gzip ? compress(text) : text;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Compresses away from the event loop: with zlib at its fastest in Node, with the web's stream elsewhere. */
async function compress(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  if (zlib !== undefined) {
    return new Promise((resolve, reject) => {
      zlib.gzip(bytes, { level: 1 }, (error, compressed) =>
        error === null ? resolve(new Uint8Array(compressed)) : reject(error),
      );
    });
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
