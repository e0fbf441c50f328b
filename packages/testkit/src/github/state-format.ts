import { createHash } from 'node:crypto';

/** The part of an item in the state that tests use. */
export interface StateItem {
  readonly path: string;
  readonly key: string;
  readonly title: string;
  readonly status: string;
  /** Empty for a leftover item with unknown content. */
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

/** A parsed state. The parser only relies on the documented format and shares no code with the writer. */
export interface ParsedState {
  readonly lineage: string;
  readonly revision: number;
  /** Commit of the last complete sync; undefined while something is pending. */
  readonly synced: string | undefined;
  readonly dataSource: StateSource | undefined;
  readonly formerDataSources: readonly StateSource[];
  readonly items: readonly StateItem[];
}

const SHARDS = 64;
const STATUSES = ['live', 'creating', 'updating', 'deleting', 'superseded', 'orphaned'];

/**
 * Parses the files of a state by name.
 * @throws Error with the file name if anything is invalid
 */
export function readStateFiles(files: ReadonlyMap<string, string>): ParsedState {
  const meta = within('meta.json', () => object(JSON.parse(files.get('meta.json') ?? '')));
  const items: StateItem[] = [];
  const paths = new Set<string>();
  for (const [name, text] of files) {
    if (name === 'meta.json') continue;
    within(name, () => {
      if (!/^documents\/[0-9a-f]{2}\.ndjson$/.test(name)) throw new Error('is not a file of a state');
      if (!text.endsWith('\n')) throw new Error('breaks off');
      for (const line of text.slice(0, -1).split('\n')) items.push(...readDocument(line, name, paths));
    });
  }
  return within('meta.json', () => {
    if (meta.schemaVersion !== 2) throw new Error(`has schema version ${meta.schemaVersion}`);
    const lineage = text(meta, 'lineage');
    if (!Number.isInteger(meta.revision)) throw new Error('has no revision');
    text(meta, 'service');
    text(meta, 'project');
    checkSummaries(meta.shards, files);
    if (!Array.isArray(meta.formerDataSources)) throw new Error('has no list of former data sources');
    return {
      lineage,
      revision: meta.revision as number,
      synced: meta.synced === null ? undefined : text(object(meta.synced), 'commit'),
      dataSource: meta.dataSource === null ? undefined : readSource(meta.dataSource),
      formerDataSources: meta.formerDataSources.map(readSource),
      items,
    };
  });
}

function readDocument(line: string, file: string, paths: Set<string>): StateItem[] {
  const record = object(JSON.parse(line));
  const path = text(record, 'path');
  if (paths.has(path)) throw new Error(`${path} occurs twice`);
  paths.add(path);
  const shard = (createHash('sha256').update(path).digest()[0] ?? 0) % SHARDS;
  if (file !== `documents/${shard.toString(16).padStart(2, '0')}.ndjson`)
    throw new Error(`${path} does not belong here`);
  if (!Array.isArray(record.items)) throw new Error(`${path} has no items`);
  return record.items.map((each: unknown) => {
    const item = object(each);
    const status = text(item, 'status');
    if (!STATUSES.includes(status)) throw new Error(`${path} has an item that is ${status}`);
    if (!Number.isInteger(item.revision)) throw new Error(`${path} has an item without a revision`);
    const id = item.id === undefined ? undefined : text(item, 'id');
    return {
      path,
      key: text(item, 'key'),
      title: text(item, 'title'),
      status,
      fingerprint: isLeftBehind(status) && item.fingerprint === '' ? '' : text(item, 'fingerprint'),
      id,
      revision: Number(item.revision),
    };
  });
}

function isLeftBehind(status: string): boolean {
  return status === 'superseded' || status === 'orphaned';
}

/** Checks the summaries of the shards in the meta file, because plans are made from them without reading the shards. */
function checkSummaries(summaries: unknown, files: ReadonlyMap<string, string>): void {
  if (summaries === undefined) return;
  const counted = object(summaries);
  const names = [...files.keys()].filter((name) => name !== 'meta.json').map((name) => name.slice(10, 12));
  if (names.toSorted().join() !== Object.keys(counted).toSorted().join())
    throw new Error('sums up other shards than are there');
  for (const name of names) {
    const items = readShard(files.get(`documents/${name}.ndjson`) ?? '');
    const summary = object(counted[name]);
    for (const [field, status] of [
      ['live', 'live'],
      ['superseded', 'superseded'],
      ['orphaned', 'orphaned'],
      ['inDoubt', 'creating'],
    ] as const) {
      const there = items.filter((item) => item.status === status).length;
      if (summary[field] !== there)
        throw new Error(`counts ${summary[field]} ${field} in shard ${name}, where ${there} are`);
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
  const source = object(value);
  const status = text(source, 'status');
  if (status !== 'creating' && status !== 'connected') throw new Error(`has a data source that is ${status}`);
  text(source, 'fingerprint');
  return { status, id: source.id === undefined ? undefined : text(source, 'id') };
}

function object(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('is not an object');
  return value as Record<string, unknown>;
}

function text(holder: Record<string, unknown>, name: string): string {
  const value = holder[name];
  if (typeof value !== 'string' || value === '') throw new Error(`has no ${name}`);
  return value;
}

function within<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new Error(`${file} ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}
