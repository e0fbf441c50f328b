import { InvalidRequestError } from '@context-sync/core';
import type { Change } from '@context-sync/sync';
import { selectByTier } from '@context-sync/test-tier';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../gfm.fixture.ts';
import { renderProblemSummary } from '../render/problem-summary.ts';
import {
  create,
  createAppliedReport,
  createPlannedReport,
  deletion,
  item,
  many,
  plan,
  record,
  supersede,
  update,
} from '../report.fixture.ts';
import { renderSummary, renderSummaryOfSources } from './job-summary.ts';

/** The size limit of the summary in bytes. GitHub rejects summaries over 1 MiB. */
const LIMIT = 900 * 1_024;

describe('the job summary', () => {
  it('the summary lists the changes of a plan by document', () => {
    const changes = [
      create('docs/b.md', item('B', 'x'.repeat(2_341), { lines: [3, 12] })),
      update('docs/a.md', item('A', 'text', { public: true })),
      deletion('docs/gone.md', record('Gone')),
    ];
    const text = renderSummary(
      createPlannedReport(changes, { plan: plan(changes, { gone: ['docs/gone.md'], unread: 120 }) }),
    );
    expect(text).toContain('**1 to create, 1 to update, 1 to delete** (120 unchanged)');
    expect(text).toContain('| create | <code>B</code> | 2,341 | 3–12 |');
    expect(text).toContain('<code>docs/gone.md</code>: 1 to delete; the document was deleted');
    expect(text.indexOf('### ⚠️ The visibility of 1 item would change')).toBeLessThan(text.indexOf('What would change'));
    expect(text).toContain('| <code>A</code> | <code>docs/a.md</code> | **becomes public** |');
    expect(findViolations(text)).toEqual([]);
  });

  it('the summary lists the changes of a sync, the failures with fixes, and the leftover items', () => {
    const failedChange = create('docs/a.md', item('Failed'));
    const changes = [failedChange, supersede('docs/a.md', item('New'))];
    const text = renderSummary(
      createAppliedReport(
        changes,
        {
          leftovers: [
            { path: 'docs/a.md', ...record('Old', { status: 'superseded', id: 'itm_7', public: true }) },
            { path: 'docs/a.md', ...record('Maybe', { status: 'creating' }) },
          ],
          skipped: [{ path: 'docs/x.md', reason: 'it is a symbolic link' }],
          warnings: [{ kind: 'format', path: 'docs/y.md', line: 3, message: 'invalid front matter' }],
          verified: { complete: true, corrections: [], unknown: [] },
          reviewed: { pullRequest: 12, same: false, differing: ['docs/a.md'] },
        },
        { end: 'incomplete', failures: [{ change: failedChange, error: new Error('it broke') }] },
      ),
    );
    for (const part of [
      '## Context Sync: partly synced',
      '⚠️ **The applied changes differ from those reviewed in pull request <code>&#35;12</code>**, in <code>docs/a.md</code>.',
      'Drift check: no differences.',
      '| <code>Failed</code> | <code>docs/a.md</code> | it broke | report it as a bug in Context Sync |',
      '| created, old version stays | <code>New</code> |',
      '| <code>Old</code> · public | <code>itm&#95;7</code> | <code>docs/a.md</code> | superseded: an old version of a changed section |',
      '| <code>Maybe</code> | <code>itm&#95;1</code> | <code>docs/a.md</code> | in doubt: it may or may not exist |',
      'forget: all',
      'assume-created',
      '| <code>docs/x.md</code> | it is a symbolic link |',
      '| <code>docs/y.md</code> | 3 | invalid front matter |',
    ]) {
      expect(text).toContain(part);
    }
    expect(text.indexOf('Maybe')).toBeLessThan(text.indexOf('itm&#95;7'));
    expect(findViolations(text)).toEqual([]);
  });

  it('the summary lists an item in doubt with the key for on-in-doubt', () => {
    const inDoubt = { path: 'docs/a.md', key: 'docs/a.md#install', title: 'Install', status: 'creating' } as const;
    const text = renderSummary(createAppliedReport([], { leftovers: [inDoubt] }, { end: 'incomplete' }));
    expect(text).toContain('| Title | Id or key | Document | State |');
    expect(text).toContain('| <code>Install</code> | <code>docs/a.md&#35;install</code> | <code>docs/a.md</code> |');
    expect(text).toContain('<code>resend: KEY</code>');
    expect(findViolations(text)).toEqual([]);
  });

  it('the summary of a sync counts deferred items separately, and names the files that caused them', () => {
    const deferredChange: Change = { kind: 'defer', path: 'docs/a.md', item: item('A'), record: record('A') };
    const causes = new Map([['docs/a.md', ['docs/limits.md']]]);
    const text = renderSummary(createAppliedReport([deferredChange], { causes }, { done: [] }));
    expect(text).toContain('**1 deferred**');
    expect(text).toContain(
      '1 item deferred until their text changes: only URLs in them changed, because of <code>docs/limits.md</code>.',
    );
    expect(text).toContain('| deferred, only URLs changed | <code>A</code> |');
  });

  it('the summary reports that the platform kept the existing data source', () => {
    const source = { installationId: 1, owner: 'octo', repo: 'api', branch: 'main', category: 'docs' };
    const connect = { kind: 'connect', source, previous: undefined, resend: undefined } as const;
    const existingError = new InvalidRequestError('conflict', { request: 'POST', status: 409, outcomeUnknown: false });
    const more = { plan: plan([], { connect }), dataSourceId: 'src_1' };
    expect(renderSummary(createAppliedReport([], more, { connected: 'connected', existing: existingError }))).toContain(
      'was already connected as a data source (<code>src&#95;1</code>); the platform kept it unchanged.',
    );
    expect(renderSummary(createAppliedReport([], more, { connected: 'connected' }))).toContain('Connected <code>');
  });

  it('the summary has fewer than 400 characters if there is nothing to do', () => {
    const text = renderSummary({ ...createPlannedReport([]), outcome: 'unchanged', plan: undefined });
    expect(text).toContain('nothing to do');
    expect(text.length).toBeLessThan(400);
    expect(text).not.toContain('superseded');
  });
});

describe('the size limit of the summary', () => {
  const MANY = selectByTier(100, 3_000);
  const COUNT = selectByTier(6_000, 20_000);
  const hostileText = '\u202e|<'.repeat(40);
  const listNumbers = (number: number) => Array.from({ length: number }, (_, at) => at);
  it.each([
    ['5,000 items', createAppliedReport(many(5_000, 25))],
    [`${COUNT} items in as many documents`, createPlannedReport(many(COUNT, 1))],
    [`${COUNT} items in one document`, createPlannedReport(many(COUNT, COUNT))],
    [
      'long names in every field',
      createPlannedReport(
        listNumbers(MANY).map((at) => update(`${hostileText}${at}`, item(hostileText, 'x', { public: true }))),
        {
          project: hostileText,
          skipped: listNumbers(MANY).map((at) => ({ path: `${hostileText}${at}`, reason: hostileText })),
          warnings: listNumbers(MANY).map((at) => ({
            kind: 'link',
            path: hostileText,
            line: at,
            message: hostileText,
          })),
          leftovers: listNumbers(MANY).map(() => ({
            path: hostileText,
            ...record(hostileText, { status: 'orphaned' }),
          })),
        },
      ),
    ],
  ])('the summary with %s stays within the size limit and reports what it omits', (_name, report) => {
    const text = renderSummary(report);
    expect(Buffer.byteLength(text)).toBeLessThan(LIMIT);
    if (Buffer.byteLength(text) > 800_000) expect(text).toContain('see the plan file');
    expect(text.match(/<details/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });

  it('the summary of the plan of 600 changed pages starts with what breaks and a row for each kind of change', () => {
    const changes = listNumbers(600).flatMap((at) => [
      create(`docs/new-${at}.md`, item(`New ${at}`, 'A sentence of the docs. '.repeat(60))),
      deletion(`docs/old-${at}.md`, record(`Old ${at}`)),
    ]);
    const text = renderSummary(
      createPlannedReport(changes, {
        warnings: [{ kind: 'link', path: 'docs/new-1.md', line: 3, message: 'broken link: old-1.md does not exist' }],
        review: {
          base: 'b'.repeat(40),
          changedPaths: new Set(changes.map(({ path }) => path)),
          causes: new Map(),
          oldItems: new Map(),
          oldWarnings: new Map(),
        },
      }),
    );
    expect(Buffer.byteLength(text)).toBeLessThan(LIMIT);
    const start = text.slice(0, 2_000);
    const parts = [
      '**600 to create, 600 to delete**',
      '- **Breaks:** ⚠️ 1 link',
      '- **Stays behind:** nothing',
      '- **To do:** check the changes below; fix the broken link',
      '🔴\u00a0delete | 600 items | 600 pages',
      '🟢\u00a0create | 600 items | 600 pages',
      '### All changes by document',
    ];
    expect(parts.map((part) => start.includes(part))).toEqual(parts.map(() => true));
    expect(parts.map((part) => text.indexOf(part))).toEqual(
      parts.map((part) => text.indexOf(part)).toSorted((a, b) => a - b),
    );
  });

  it('the summary of a first plan shows the text of an item that the base commit already had', () => {
    const knownItem = item('A', 'The same text.');
    const change = create('docs/a.md', knownItem);
    const text = renderSummary(
      createPlannedReport([change], {
        review: {
          base: 'b'.repeat(40),
          changedPaths: new Set(['docs/a.md']),
          causes: new Map(),
          oldItems: new Map([['docs/a.md', new Map([[knownItem.key, knownItem]])]]),
          oldWarnings: new Map(),
        },
      }),
    );
    expect(text).toContain('<summary>Text of 1 item</summary>');
    expect(text).toContain('The same text.');
    expect(text).not.toContain('<pre>…</pre>');
  });

  it('the size limit of the summary is divided between the sources', () => {
    const reports = listNumbers(selectByTier(8, 30)).map(() => createPlannedReport(many(3_000, 30)));
    expect(Buffer.byteLength(renderSummaryOfSources(reports))).toBeLessThan(LIMIT);
  });

  it('a summary of many problems stays within the size limit', () => {
    const problems = listNumbers(selectByTier(500, 2_000)).map(() => ({
      subject: hostileText,
      problem: hostileText.repeat(9),
      fix: hostileText.repeat(9),
    }));
    expect(Buffer.byteLength(renderProblemSummary(problems))).toBeLessThan(LIMIT);
  });
});
