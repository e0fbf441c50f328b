import { createPortalPlan, type PortalRecord, type WantedPortal } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import { renderComment } from '../comment/render-comment.ts';
import { describePortal } from './describe-portal.ts';
import { countFindings, describeFailOn } from './fail-on-findings.ts';
import { createPortalAnnotations } from './log/annotations.ts';
import { describeConclusion } from './log/run-conclusion.ts';
import { getOutputs } from './outputs.ts';
import { formatPlanFile } from './plan-file.ts';
import { createAppliedReport, createPlannedReport, plan } from './report.fixture.ts';
import type { Report } from './report-model.ts';
import { renderSummary } from './summary/job-summary.ts';

const URL = 'https://api.example.com/p/octo-api';

function createWanted(pages: Readonly<Record<string, string>>): WantedPortal {
  return {
    pages: Object.entries(pages).map(([path, markdown]) => ({
      path,
      file: `docs/${path}.md`,
      title: path,
      description: '',
      markdown,
      order: 0,
      public: true,
    })),
    files: [{ path: 'logo.png', file: 'docs/logo.png', blob: 'b1' }],
    navigation: Object.keys(pages).map((path) => ({ title: path, path })),
  };
}

const RECORDS: readonly PortalRecord[] = [
  { kind: 'page', path: 'old', file: 'docs/old.md', title: 'old', digest: '1', etag: '"1"' },
  { kind: 'page', path: 'changed', file: 'docs/changed.md', title: 'changed', digest: '2', etag: '"2"' },
];

function createPortal() {
  return createPortalPlan(createWanted({ index: 'I', changed: 'C', 'by|people': 'P' }), {
    summary: { revision: 3, pages: 2, files: 0 },
    records: new Map(RECORDS.map((record) => [`page:${record.path}`, record])),
    conflicts: new Map([['page:by|people', 'exists']]),
    settings: undefined,
    hasFindings: false,
    isUnconfirmed: false,
  });
}

function createReport(more: Partial<Report> = {}): Report {
  const portal = createPortal();
  const made = plan([], { portal });
  return createPlannedReport([], { plan: made, portal: { url: URL, plan: portal, loss: undefined }, ...more });
}

describe('a plan of a docs portal', () => {
  it('the comment and the summary describe the plan of a portal in one section, with conflicts first', () => {
    const report = createReport();
    const words =
      '1 page to create, 1 page to update, 1 page to delete, 1 file to create, navigation to change, 1 in conflict';
    expect(describePortal(report)).toBe(words);
    const { body, isEmpty } = renderComment(report);
    expect(isEmpty).toBe(false);
    for (const text of [body, renderSummary(report)]) {
      expect(text).toContain(`### Docs portal\n\nMerging changes [the portal](${URL}): **${words}**.`);
      const rows = text.split('\n').filter((line) => line.startsWith('| <code>'));
      expect(rows[0]).toMatch(/^\| <code>by&#124;people<\/code> .*\| not published: .*delete the page/);
      expect(rows.slice(1)).toEqual([
        '| <code>changed</code> | <code>docs/changed.md</code> | update |',
        '| <code>index</code> | <code>docs/index.md</code> | create |',
        '| <code>logo.png</code> | <code>docs/logo.png</code> | create |',
        '| <code>old</code> | <code>docs/old.md</code> | delete |',
      ]);
    }
  });

  it('the comment lists at most ten portal pages, and the plan file lists all of them', () => {
    const wantedPortal = createWanted(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, 'x'])));
    const emptyPortal = { summary: undefined, records: new Map(), conflicts: new Map(), settings: undefined };
    const portal = createPortalPlan(wantedPortal, { ...emptyPortal, hasFindings: false, isUnconfirmed: false });
    const report = createReport({ plan: plan([], { portal }), portal: { url: URL, plan: portal, loss: undefined } });
    const { body } = renderComment(report);
    expect(body.split('\n').filter((line) => /^\| <code>p\d/.test(line)).length).toBe(9);
    expect(body).toContain('… and 21 more; see the summary of the run.');
    const file = JSON.parse([...formatPlanFile(report)].join(''));
    expect([file.portal.url, file.portal.changes.length]).toEqual([URL, 31]);
  });

  it('portal conflicts count as warnings, and the deletion of most pages counts as a mass change', () => {
    const report = createReport({ portal: { url: URL, plan: createPortal(), loss: { losing: 30, of: 40 } } });
    expect([countFindings(report, 'warnings'), countFindings(report, 'mass-change')]).toEqual([1, 30]);
    expect(describeFailOn(report, new Set(['mass-change']))).toBe('fail-on: 30 of 40 pages would be deleted');
    expect(createPortalAnnotations(report)).toMatchObject([
      {
        level: 'warning',
        file: 'docs/by|people.md',
        message: expect.stringContaining('"by|people" was not published'),
      },
    ]);
    expect(JSON.parse(getOutputs([report], []).result ?? '')).toMatchObject({
      changed: true,
      'pages-created': 1,
      'pages-deleted': 1,
      'portal-conflicts': 1,
      'portal-url': [URL],
    });
  });
});

describe('the preview of a plan', () => {
  const preview = { url: `${URL}/~0123456789abcdef`, pages: 2, of: 2, expiresAt: '2026-01-15T00:00:00.000Z' };
  const createPreviewed = (more: object = {}) =>
    createReport({ portal: { url: URL, plan: createPortal(), loss: undefined, preview: { ...preview, ...more } } });

  it('the comment, the summary, the log and the plan file contain the preview of a plan', () => {
    const report = createPreviewed();
    for (const text of [renderComment(report).body, renderSummary(report)])
      expect(text).toContain(`. [**Preview of 2 pages**](${preview.url}) (not listed, exists for 14 days).`);
    expect(describeConclusion(report).line).toMatch(
      /^Plan for .*, only a preview .*; preview: https:.*~0123456789abcdef$/,
    );
    expect(JSON.parse([...formatPlanFile(report)].join('')).portal.preview).toEqual(preview);
  });

  it('the comment states how many pages a preview contains, and escapes the URL', () => {
    const { body } = renderComment(createPreviewed({ of: 1200, url: 'https://a.example/~1)[x](https://b.example' }));
    expect(body).toContain(
      '[**Preview of the first 2 of 1,200 pages**](https://a.example/~1%29[x]%28https://b.example)',
    );
  });

  it('the comment on a portal that is not open to readers says how to open it', () => {
    const report = createReport({ portal: { url: URL, plan: createPortal(), loss: undefined, isPublished: false } });
    expect(renderComment(report).body).toContain('The portal is not open to readers yet');
  });
});

describe('a published docs portal', () => {
  it('the report of a published portal lists the sent changes, and a failed page fails the run', () => {
    const portal = createPortal();
    const done = portal.changes.filter(({ kind }) => kind === 'create');
    const failures = [{ path: 'changed', error: new Error('the connection was lost') }];
    const result = {
      end: 'incomplete',
      portal: { done, failures, warnings: [], isNavigationSent: false, published: false },
    } as const;
    const report = createAppliedReport([], createReport(), result);
    expect(describePortal(report)).toBe('1 page created, 1 file created, 1 in conflict, 1 failed');
    expect(describeConclusion(report)).toEqual({
      failed: true,
      line: '1 change of the docs portal failed; the next run tries again: no items; docs portal: 1 page created, 1 file created, 1 in conflict, 1 failed',
    });
    expect(renderSummary(report)).toContain('The portal is not open to readers yet');
    expect(createPortalAnnotations(report)[0]).toEqual({
      level: 'error',
      file: 'docs/changed.md',
      message: 'the page or file "changed" could not be published: the connection was lost',
    });
  });
});
