import type { Review } from '../review/review-model.ts';
import {
  create,
  createAppliedReport,
  createPlannedReport,
  deletion,
  item,
  plan,
  record,
  supersede,
  update,
} from './report.fixture.ts';
import type { Report } from './report-model.ts';

/** Returns the reports of a plan, a sync and a run without changes. Every untrusted field contains the given text. */
export function hostileReports(text: string): Report[] {
  const path = `docs/${text}.md`;
  const wantedItem = item(text, text, { public: true, key: `${path}#1` });
  const changes = [
    create(path, wantedItem),
    update(text, { ...wantedItem, public: false }, { public: true, id: text }),
    supersede(path, wantedItem),
    deletion(text, record(text, { id: text })),
    {
      kind: 'hold' as const,
      path,
      record: record(text, { status: 'creating' }),
      item: wantedItem,
      standing: undefined,
    },
  ];
  const source = { installationId: 1, owner: text, repo: text, branch: text, category: text, provider: text };
  const connect = { kind: 'connect' as const, source, previous: undefined, resend: undefined };
  const more: Partial<Report> = {
    project: text,
    docs: text,
    commit: text,
    plan: plan(changes, { connect, gone: [text] }),
    dataSourceId: text,
    skipped: [{ path: text, reason: text }],
    warnings: [{ kind: 'format', path: text, line: 3, message: text }],
    leftovers: (['superseded', 'orphaned', 'creating'] as const).map((status) => ({
      path: text,
      ...record(text, { status, id: text, public: true }),
    })),
    verified: {
      complete: true,
      corrections: [{ path: text, record: record(text), next: undefined, finding: 'missing' }],
      unknown: [{ id: text, title: text, fingerprint: text }],
    },
    reviewed: { pullRequest: 12, same: false, differing: [text] },
  };
  const oldItem = item(text, `${text}\n\nold ${text}\n\n${text} end`, { key: wantedItem.key, lines: [2, 3] });
  const movedItem = item(text, `${text}\n\nmoved`, { key: 'moved#' });
  const review: Review = {
    base: 'b'.repeat(40),
    changedPaths: new Set([text, path, `to ${text}`]),
    causes: new Map([[`affected ${text}`, [text, path]]]),
    oldItems: new Map([
      [
        text,
        new Map([
          [wantedItem.key, oldItem],
          [`${text}#1`, oldItem],
        ]),
      ],
      [path, new Map([[wantedItem.key, oldItem]])],
      [`from ${text}`, new Map([[movedItem.key, movedItem]])],
    ]),
    oldWarnings: new Map(),
  };
  const reviewedChanges = [
    ...changes,
    ...Array.from({ length: 9 }, (_, at) => update(path, { ...wantedItem, key: `${at}` })),
    supersede(`affected ${text}`, wantedItem),
    create(`to ${text}`, movedItem),
    update(`other ${text}`, wantedItem),
  ];
  const repository = { repositoryUrl: 'https://github.com/octo/api', commit: 'c'.repeat(40) };
  const failures = [{ change: changes[0], error: new Error(text) }];
  return [
    createPlannedReport(changes, more),
    createAppliedReport(changes, more, { failures, connected: 'connected', end: 'incomplete' }),
    createPlannedReport([], { project: text, docs: text }),
    createPlannedReport(reviewedChanges, {
      ...more,
      ...repository,
      review,
      plan: plan(reviewedChanges, { connect, gone: [text, `from ${text}`] }),
    }),
  ];
}
