import { type Change, fingerprintOf } from '@context-sync/sync';
import type { Report, Verified } from './model.ts';

/** Version of the file format. Raised by breaking changes. */
const SCHEMA_VERSION = 2;

/** Formats the plan as JSON: every change with its key, title, content and fingerprint, and the skipped files with reasons. */
export function planFile({
  project,
  commit,
  outcome,
  counts,
  plan,
  skipped,
  warnings,
  verified,
}: Omit<Report, 'result'>): string {
  const connect = plan?.connect;
  const file = {
    schemaVersion: SCHEMA_VERSION,
    project,
    commit,
    outcome,
    connect: connect ? { kind: connect.kind, source: connect.source } : null,
    counts,
    changes: (plan?.changes ?? []).filter(({ kind }) => kind !== 'unchanged').map(changeEntry),
    skipped,
    warnings: warnings,
    ...(verified ? { verified: verifiedEntry(verified) } : {}),
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

function verifiedEntry({ complete, corrections, unknown }: Verified) {
  const found = corrections.map(({ path, record: { key, title, id }, finding }) => ({ finding, path, key, title, id }));
  return { complete, found, unknown: unknown.map(({ id, title }) => ({ id, title })) };
}

function changeEntry(change: Change) {
  const item = 'item' in change ? change.item : undefined;
  const record = 'record' in change ? change.record : undefined;
  return {
    kind: change.kind,
    path: change.path,
    key: item?.key ?? record?.key,
    title: item?.title ?? record?.title,
    ...(item ? { content: item.content, public: item.public, lines: item.lines } : {}),
    fingerprint: item ? fingerprintOf(item) : record?.fingerprint,
    ...(record?.id === undefined ? {} : { id: record.id }),
  };
}
