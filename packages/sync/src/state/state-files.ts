import { z } from 'zod';
import { migrateDocument, migrateMeta } from './migrate.ts';
import { StateError } from './state-errors.ts';
import {
  type DocumentRecord,
  documentRecord,
  type PortalRecord,
  type PortalRecords,
  portalRecord,
  SCHEMA_VERSION,
  type StateMeta,
  stateMeta,
} from './state-schema.ts';

/** Name of the file that contains the whole state except for the documents. */
export const META_FILE = 'meta.json';

/** Name of the part of the state with the records of the docs portal, which is stored like a shard. */
export const PORTAL_SHARD = 'portal';

/** Returns the name of the file with the documents of a shard. */
export function getShardFile(shard: string): string {
  return `documents/${shard}.ndjson`;
}

/** Returns the shard of a file name, or undefined for any other file. */
export function getShardOfFile(name: string): string | undefined {
  return /^documents\/([0-9a-f]{2}|portal)\.ndjson$/.exec(name)?.[1];
}

export function formatMeta(meta: StateMeta): string {
  return `${JSON.stringify(meta, null, 2)}\n`;
}

/** Formats documents as NDJSON, one per line and sorted by path. */
export function formatDocuments(documents: Iterable<DocumentRecord>): string {
  const records = [...documents].sort((a, b) => (a.path < b.path ? -1 : 1));
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** Returns the key of a record of the docs portal. Pages and files can have equal paths. */
export function getPortalKey({ kind, path }: Pick<PortalRecord, 'kind' | 'path'>): string {
  return `${kind}:${path}`;
}

/** Formats the records of the docs portal as NDJSON, sorted by their keys. */
export function formatPortal(records: PortalRecords): string {
  return [...records]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, record]) => `${JSON.stringify(record)}\n`)
    .join('');
}

/** Parses the records of the docs portal. @throws StateError `unreadable` */
export function parsePortal(text: string): PortalRecords {
  const name = getShardFile(PORTAL_SHARD);
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const record = portalRecord.safeParse(parseJson(name, line));
      if (!record.success) throw createUnreadableError(name, record.error);
      return [getPortalKey(record.data), record.data];
    }),
  );
}

const OLDEST_VERSION = 1;

const versionedSchema = z.looseObject({ schemaVersion: z.int() });

/** Reads `meta.json` of this schema version or an earlier one. @throws StateError `unreadable` or `newer` */
export function parseMeta(text: string): StateMeta {
  const data = parseJson(META_FILE, text);
  const parsedState = versionedSchema.safeParse(data);
  if (!parsedState.success) throw createUnreadableError(META_FILE, parsedState.error);
  const { schemaVersion } = parsedState.data;
  const range = `this version of the action reads versions ${OLDEST_VERSION} to ${SCHEMA_VERSION}`;
  if (schemaVersion > SCHEMA_VERSION) {
    throw new StateError(
      'newer',
      `the state has schema version ${schemaVersion}; ${range}`,
      'use the version of the action that wrote the state, or a newer one',
    );
  }
  if (schemaVersion < OLDEST_VERSION) {
    throw createUnreadableError(META_FILE, new Error(`it has schema version ${schemaVersion}; ${range}`));
  }
  const meta = stateMeta.safeParse(schemaVersion === 1 ? migrateMeta(parsedState.data) : data);
  if (!meta.success) throw createUnreadableError(META_FILE, meta.error);
  return meta.data;
}

/**
 * Reads a shard of this schema version or an earlier one.
 * @param name name of the file, for the error message
 * @throws StateError `unreadable`
 */
export function parseDocuments(name: string, text: string): DocumentRecord[] {
  const documents: DocumentRecord[] = [];
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const record = documentRecord.safeParse(migrateDocument(parseJson(name, line)));
    if (!record.success) throw createUnreadableError(name, record.error);
    documents.push(record.data);
  }
  return documents;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw createUnreadableError(name, cause);
  }
}

function createUnreadableError(name: string, cause: unknown): StateError {
  return new StateError(
    'unreadable',
    `the file ${name} of the state cannot be read`,
    'reset the ref to an earlier commit of the state; to start over, delete the ref and all items that were synced to the project',
    cause,
  );
}
