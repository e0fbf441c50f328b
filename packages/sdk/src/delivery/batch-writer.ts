import { selectSpecifiedFields } from '../log/log-writer.ts';
import type { LogBatch } from './log-batch.ts';

/** The format of a batch. Older services accept neither compression nor newer fields. */
export interface BatchFormat {
  readonly gzip: boolean;
  /** The fields of each log: only the fields that every version of the service accepts, or all fields. */
  readonly fields: 'specified' | 'all';
}

/** The formats, from the preferred format to the format that every version of the service accepts. */
export const FORMATS: readonly BatchFormat[] = [
  { gzip: true, fields: 'all' },
  { gzip: false, fields: 'all' },
  { gzip: false, fields: 'specified' },
];

/** Encodes a batch as NDJSON. */
export async function encodeBatch(batch: LogBatch, { gzip, fields }: BatchFormat): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fields === 'all' ? batch.bytes : keepSpecifiedFields(batch.bytes);
  return gzip ? compress(bytes) : bytes;
}

function keepSpecifiedFields(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const lines = new TextDecoder().decode(bytes).split('\n');
  return new TextEncoder().encode(lines.map(selectSpecifiedFields).join('\n'));
}

/**
 * Compresses bytes without blocking the event loop: with the fastest level of zlib in Node, and with the stream of the web platform in other
 * runtimes.
 */
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
