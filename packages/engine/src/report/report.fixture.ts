import { NO_CAPABILITIES } from '@context-sync/core';
import {
  type ApplyResult,
  type Change,
  computeFingerprint,
  createEmptyState,
  getCounts,
  type ItemRecord,
  type Plan,
  type WantedItem,
} from '@context-sync/sync';
import type { Report } from './report-model.ts';

/** Returns the record of an item in the state. */
export function record(title: string, more: Partial<ItemRecord> = {}): ItemRecord {
  const fingerprint = computeFingerprint({ title, content: 'as it was', public: false });
  return { key: `${title}#1`, title, fingerprint, status: 'live', id: 'itm_1', revision: 1, ...more };
}

export function item(title: string, content = `About ${title}.\n`, more: Partial<WantedItem> = {}): WantedItem {
  return { key: `${title}#1`, title, content, public: false, lines: [1, 9], ...more };
}

export function create(path: string, wanted: WantedItem): Change {
  return { kind: 'create', path, item: wanted, resend: undefined, seen: [] };
}

export function update(path: string, wantedItem: WantedItem, was: Partial<ItemRecord> = {}): Change {
  return {
    kind: 'update',
    by: 'in-place',
    path,
    item: wantedItem,
    record: record(wantedItem.title, was),
    resend: undefined,
    seen: [],
  };
}

export function supersede(path: string, wanted: WantedItem, was: Partial<ItemRecord> = {}): Change {
  return { kind: 'supersede', path, item: wanted, record: record(wanted.title, was), resend: undefined, seen: [] };
}

export function deletion(path: string, was: ItemRecord): Change {
  return { kind: 'delete', path, record: was };
}

export function plan(changes: readonly Change[], more: Partial<Plan> = {}): Plan {
  return { connect: undefined, changes, unread: 0, gone: [], leftovers: [], ...more };
}

/** Returns the report of a plan. */
export function createPlannedReport(changes: readonly Change[], more: Partial<Report> = {}): Report {
  const madePlan = more.plan ?? plan(changes);
  return {
    outcome: 'planned',
    project: 'octo-api',
    docs: 'docs',
    commit: '0123456789abcdef0123456789abcdef01234567',
    counts: getCounts(madePlan),
    plan: madePlan,
    result: undefined,
    leftovers: [],
    skipped: [],
    skippedCount: more.skipped?.length ?? 0,
    warnings: [],
    verified: undefined,
    dataSourceId: undefined,
    ...more,
  };
}

/** Returns the report of an applied plan with the given failures. */
export function createAppliedReport(
  changes: readonly Change[],
  more: Partial<Report> = {},
  result: Partial<ApplyResult> = {},
): Report {
  const report = createPlannedReport(changes, more);
  const failedChanges = new Set((result.failures ?? []).map(({ change }) => change));
  return {
    ...report,
    outcome: 'applied',
    result: {
      end: 'complete',
      connected: undefined,
      existing: undefined,
      done: changes.filter((change) => !failedChanges.has(change)).map((change) => ({ change, id: 'itm_9' })),
      failures: [],
      stoppedBy: undefined,
      counts: report.counts,
      state: createEmptyState('https://platform.example', 'octo-api', NO_CAPABILITIES),
      ...result,
    },
  };
}

/** Returns changes that create `items` items, `perDocument` in each document. Sizes range from a few words to the maximum. */
export function many(items: number, perDocument: number): Change[] {
  return Array.from({ length: items }, (_, at) => {
    const document = Math.floor(at / perDocument);
    const path = `docs/section-${document % 20}/page-${document}.md`;
    const title = `Page ${document} › Section ${at % perDocument}`;
    const content = `Page ${document} › Section\n\n${'Sixty requests a minute are taken. '.repeat(1 + ((at * 37) % 200))}\n`;
    return create(path, item(title, content, { key: `${path}#${at}`, lines: [at + 1, at + 12] }));
  });
}
