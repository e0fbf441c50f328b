import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StateError } from './errors.ts';
import {
  type DocumentRecord,
  documentRecord,
  SCHEMA_VERSION,
  type State,
  type StateMeta,
  stateMeta,
} from './schema.ts';

/** Number of files the documents are spread over, so that a change writes little. */
const SHARDS = 64;

/** Name of the file that holds everything but the documents. */
export const META_FILE = 'meta.json';

/** Whether a file name is one of ours. */
export function isDocumentsFile(name: string): boolean {
  return /^documents\/[0-9a-f]{2}\.ndjson$/.test(name);
}

/** The file that a document's record is in; depends on its path alone. */
export function documentsFileOf(path: string): string {
  const shard = (createHash('sha256').update(path).digest()[0] ?? 0) % SHARDS;
  return `documents/${shard.toString(16).padStart(2, '0')}.ndjson`;
}

/** The whole state as text files by name: `meta.json`, and NDJSON with a line per document in the order of their paths. */
export function toFiles(state: State): Map<string, string> {
  const files = new Map([[META_FILE, `${JSON.stringify(state.meta, null, 2)}\n`]]);
  const records = [...state.documents.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  for (const record of records) {
    const name = documentsFileOf(record.path);
    files.set(name, `${files.get(name) ?? ''}${JSON.stringify(record)}\n`);
  }
  return files;
}

const versioned = z.looseObject({ schemaVersion: z.int() });

/** @throws StateError `unreadable` or `newer` */
export function parseMeta(text: string): StateMeta {
  const data = parseJson(META_FILE, text);
  const version = versioned.safeParse(data);
  if (version.success && version.data.schemaVersion > SCHEMA_VERSION) {
    throw new StateError(
      'newer',
      `the state has schema version ${version.data.schemaVersion}, this action knows ${SCHEMA_VERSION}`,
      'use the newer version of the action that wrote it',
    );
  }
  const meta = stateMeta.safeParse(data);
  if (!meta.success) throw unreadable(META_FILE, meta.error);
  return meta.data;
}

/** @throws StateError `unreadable` */
export function parseDocuments(files: ReadonlyMap<string, string>): Map<string, DocumentRecord> {
  const documents = new Map<string, DocumentRecord>();
  for (const [name, text] of files) {
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const record = documentRecord.safeParse(parseJson(name, line));
      if (!record.success) throw unreadable(name, record.error);
      documents.set(record.data.path, record.data);
    }
  }
  return documents;
}

function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unreadable(name, cause);
  }
}

function unreadable(name: string, cause: unknown): StateError {
  return new StateError(
    'unreadable',
    `the state's file ${name} cannot be read`,
    'put the ref back to an earlier commit of the state; to start over, delete the ref and what was synced to the project',
    cause,
  );
}
