import { RawJson } from '../../raw-json.ts';
import { getFunction } from '../../run-writes.ts';
import type { Sql, SqlValue } from '../../sql.ts';
import type { WriterOptions } from '../sqlite-writer.ts';
import type { SentError } from './thread-errors.ts';

/** A call of a port function, or an SQL statement. */
export type StoreCall =
  | { readonly port: string; readonly name: string; readonly values: readonly unknown[] }
  | { readonly method: keyof Sql; readonly sql: string; readonly values: readonly SqlValue[] };

/** Tasks of the writer thread outside of transactions. `close` completes the pending writes first. */
export type WriterTask = 'probe' | 'overwriteDeleted' | 'close';

/**
 * A request to the writer thread. The first step of a transaction begins the transaction, which can be canceled until it runs. A single write is also
 * a transaction.
 */
export type WriterRequest =
  | { readonly kind: 'write'; readonly transaction: number; readonly call: StoreCall }
  | { readonly kind: 'step'; readonly transaction: number; readonly call: StoreCall; readonly isDeferred: boolean }
  | { readonly kind: 'end'; readonly transaction: number; readonly commits: boolean }
  | { readonly kind: 'cancel'; readonly transaction: number }
  | { readonly kind: 'task'; readonly task: WriterTask };

/** A request to a reader thread. Only a slow read can be interrupted. */
export type ReaderRequest =
  | { readonly kind: 'read'; readonly isSlow: boolean; readonly call: StoreCall }
  | { readonly kind: 'close' };

/** A request with an id. The response has the same id. */
export interface Numbered<T> {
  readonly id: number;
  readonly request: T;
}

export type ThreadResponse =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: SentError };

/** The module that creates the ports of the store. Functions cannot be sent to a thread. */
export interface PortsModule {
  /** URL of a module that exports `createPorts`. Each thread loads this module, so it imports only what the ports require. */
  readonly url: string;
  /** Second argument of `createPorts`. */
  readonly options: unknown;
}

/** Data that all threads of a store share. */
export interface ThreadStart {
  readonly file: string;
  readonly portsModule: PortsModule;
  readonly options: WriterOptions;
  /** Maximum size of the heap of a thread in MiB. Default: `MAX_HEAP_MIB`. */
  readonly maxHeapMiB?: number;
}

/** Data that a thread receives at its start. */
export interface ThreadData extends ThreadStart {
  /** Shared memory with a number that one of the two threads sets and the other reads. */
  readonly flag: Int32Array<SharedArrayBuffer>;
}

/** Runs a call in a database thread. Returns its result in a form that can be cloned. */
export async function runCall(call: StoreCall, ports: object, sql: Sql): Promise<unknown> {
  if ('method' in call) return sql[call.method](call.sql, ...call.values);
  const { port, name, values } = call;
  return toSent(await getFunction(ports, port, name)(...values.map(fromSent)));
}

/** Creates a call of a port function with arguments that can be cloned. */
export function createCall(port: string, name: string, values: readonly unknown[]): StoreCall {
  return { port, name, values: values.map(toSent) };
}

/** Name of the property that lists which properties of a sent object were `RawJson`. */
const RAW_JSON = '$rawJson';

/**
 * Prepares a value for another thread: replaces the `RawJson` of an object, or of each object of a list, with its text. A structured clone would
 * lose its class.
 */
export function toSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toSent);
  if (typeof value !== 'object' || value === null) return value;
  const rawEntries = Object.entries(value).filter(([, member]) => member instanceof RawJson) as [string, RawJson][];
  if (rawEntries.length === 0) return value;
  const texts = Object.fromEntries(rawEntries.map(([name, { text }]) => [name, text]));
  return { ...value, ...texts, [RAW_JSON]: Object.keys(texts) };
}

/** Reverses `toSent` in the other thread. */
export function fromSent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromSent);
  if (typeof value !== 'object' || value === null || !(RAW_JSON in value)) return value;
  const { [RAW_JSON]: names, ...rest } = value as Record<string, string> & { [RAW_JSON]: readonly string[] };
  return { ...rest, ...Object.fromEntries(names.map((name) => [name, new RawJson(String(rest[name]))])) };
}
