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
  const wanted = item(text, text, { public: true, key: `${path}#1` });
  const changes = [
    create(path, wanted),
    update(text, { ...wanted, public: false }, { public: true, id: text }),
    supersede(path, wanted),
    deletion(text, record(text, { id: text })),
    { kind: 'hold' as const, path, record: record(text, { status: 'creating' }), item: wanted, standing: undefined },
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
  const failures = [{ change: changes[0], error: new Error(text) }];
  return [
    createPlannedReport(changes, more),
    createAppliedReport(changes, more, { failures, connected: 'connected', end: 'incomplete' }),
    createPlannedReport([], { project: text, docs: text }),
  ];
}
