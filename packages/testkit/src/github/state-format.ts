import { createHash } from 'node:crypto';

/** The part of an item in the state that tests use. */
export interface StateItem {
  readonly path: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
  /** The fingerprint; empty for a leftover item with unknown content. */
  readonly fingerprint: string;
  readonly id: string | undefined;
  /** Revision of the write that recorded the intent. */
  readonly revision: number;
}

/** A data source in the state. */
export interface StateSource {
  readonly status: string;
  readonly id: string | undefined;
}

/** A parsed state. The parser is based only on the documented format and shares no code with the writer. */
export interface ParsedState {
  readonly lineage: string;
  readonly revision: number;
  /** Commit of the last complete sync; undefined while work is pending. */
  readonly synced: string | undefined;
  readonly dataSource: StateSource | undefined;
  readonly formerDataSources: readonly StateSource[];
  readonly items: readonly StateItem[];
}

const SHARD_COUNT = 64;
const STATUSES = ['live', 'creating', 'updating', 'deleting', 'superseded', 'orphaned'];

/**
 * Parses the files of a state by name.
 * @throws Error with the file name if a file is invalid
 */
export function readStateFiles(files: ReadonlyMap<string, string>): ParsedState {
  const meta = readFileWithName('meta.json', () => toJsonObject(JSON.parse(files.get('meta.json') ?? '')));
  const items: StateItem[] = [];
  const paths = new Set<string>();
  for (const [name, text] of files) {
    if (name === 'meta.json') continue;
    readFileWithName(name, () => {
      if (!/^documents\/[0-9a-f]{2}\.ndjson$/.test(name)) throw new Error('is not a file of a state');
      if (!text.endsWith('\n')) throw new Error('is truncated');
      for (const line of text.slice(0, -1).split('\n')) items.push(...readDocument(line, name, paths));
    });
  }
  return readFileWithName('meta.json', () => {
    if (meta.schemaVersion !== 2) throw new Error(`has schema version ${meta.schemaVersion}`);
    const lineage = readText(meta, 'lineage');
    if (!Number.isInteger(meta.revision)) throw new Error('has no revision');
    readText(meta, 'service');
    readText(meta, 'project');
    checkSummaries(meta.shards, files);
    if (!Array.isArray(meta.formerDataSources)) throw new Error('has no list of former data sources');
    return {
      lineage,
      revision: meta.revision as number,
      synced: meta.synced === null ? undefined : readText(toJsonObject(meta.synced), 'commit'),
      dataSource: meta.dataSource === null ? undefined : readSource(meta.dataSource),
      formerDataSources: meta.formerDataSources.map(readSource),
      items,
    };
  });
}

function readDocument(line: string, file: string, paths: Set<string>): StateItem[] {
  const record = toJsonObject(JSON.parse(line));
  const path = readText(record, 'path');
  if (paths.has(path)) throw new Error(`${path} occurs twice`);
  paths.add(path);
  const shard = (createHash('sha256').update(path).digest()[0] ?? 0) % SHARD_COUNT;
  if (file !== `documents/${shard.toString(16).padStart(2, '0')}.ndjson`)
    throw new Error(`${path} does not belong in this file`);
  if (!Array.isArray(record.items)) throw new Error(`${path} has no items`);
  return record.items.map((each: unknown) => {
    const item = toJsonObject(each);
    const status = readText(item, 'status');
    if (!STATUSES.includes(status)) throw new Error(`${path} has an item with the unknown status "${status}"`);
    if (!Number.isInteger(item.revision)) throw new Error(`${path} has an item without a revision`);
    const id = item.id === undefined ? undefined : readText(item, 'id');
    return {
      path,
      key: readText(item, 'key'),
      title: readText(item, 'title'),
      status,
      fingerprint: isLeftBehind(status) && item.fingerprint === '' ? '' : readText(item, 'fingerprint'),
      id,
      revision: Number(item.revision),
    };
  });
}

function isLeftBehind(status: string): boolean {
  return status === 'superseded' || status === 'orphaned';
}

/** Checks the summaries of the shards in the meta file, because plans are created from them without reading the shards. */
function checkSummaries(summaries: unknown, files: ReadonlyMap<string, string>): void {
  if (summaries === undefined) return;
  const countedStatuses = toJsonObject(summaries);
  const names = [...files.keys()].filter((name) => name !== 'meta.json').map((name) => name.slice(10, 12));
  if (names.toSorted().join() !== Object.keys(countedStatuses).toSorted().join())
    throw new Error('lists other shards than the state contains');
  for (const name of names) {
    const items = readShard(files.get(`documents/${name}.ndjson`) ?? '');
    const summary = toJsonObject(countedStatuses[name]);
    for (const [field, status] of [
      ['live', 'live'],
      ['superseded', 'superseded'],
      ['orphaned', 'orphaned'],
      ['inDoubt', 'creating'],
    ] as const) {
      const itemCount = items.filter((item) => item.status === status).length;
      if (summary[field] !== itemCount)
        throw new Error(`counts ${summary[field]} ${field} in shard ${name}, which contains ${itemCount}`);
    }
  }
}

function readShard(lines: string): { status?: unknown }[] {
  return lines
    .split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => (JSON.parse(line) as { items: { status?: unknown }[] }).items);
}

function readSource(value: unknown): StateSource {
  const source = toJsonObject(value);
  const status = readText(source, 'status');
  if (status !== 'creating' && status !== 'connected') throw new Error(`has a data source that is ${status}`);
  readText(source, 'fingerprint');
  return { status, id: source.id === undefined ? undefined : readText(source, 'id') };
}

function toJsonObject(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not an object');
  return value as Record<string, unknown>;
}

function readText(holder: Record<string, unknown>, name: string): string {
  const value = holder[name];
  if (typeof value !== 'string' || value === '') throw new Error(`has no ${name}`);
  return value;
}

function readFileWithName<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${file} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
