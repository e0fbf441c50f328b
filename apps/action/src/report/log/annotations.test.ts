import { NO_CAPABILITIES, NotFoundError } from '@context-sync/core';
import { createEmptyState } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import type { DocsWarning } from '../../docs/docs-warning.ts';
import { create, createAppliedReport, createPlannedReport, item } from '../report.fixture.ts';
import {
  type Annotation,
  createDocsAnnotations,
  createDoubtAnnotations,
  createFailureAnnotations,
} from './annotations.ts';
import { Annotator } from './annotator.ts';

function warnings(kind: DocsWarning['kind'], number: number): DocsWarning[] {
  return Array.from({ length: number }, (_, at) => ({
    kind,
    path: `docs/${kind}-${at}.md`,
    line: at + 1,
    message: kind,
  }));
}

function print(...batches: readonly (readonly Annotation[])[]): Annotation[] {
  const lines: Annotation[] = [];
  const annotator = new Annotator((annotation) => lines.push(annotation), true);
  for (const batch of batches) annotator.add(batch);
  annotator.close();
  return lines;
}

describe('annotations', () => {
  it('every annotation has a level, a file and, if it is known, a line', () => {
    const annotations = createDocsAnnotations({
      warnings: [...warnings('link', 1), ...warnings('split', 1)],
      skipped: [{ path: 'docs/x.md', reason: 'it is a symbolic link' }],
    });
    expect(annotations).toEqual([
      { level: 'warning', message: 'link', file: 'docs/link-0.md', startLine: 1 },
      { level: 'notice', message: 'split', file: 'docs/split-0.md', startLine: 1 },
      { level: 'notice', message: 'skipped: it is a symbolic link', file: 'docs/x.md' },
    ]);
  });

  it('annotations alternate between their kinds, so that 300 broken links do not hide invalid front matter', () => {
    const annotations = createDocsAnnotations({
      warnings: [...warnings('link', 300), ...warnings('format', 1)],
      skipped: [],
    });
    expect(annotations.slice(0, 3).map(({ message }) => message)).toEqual(['link', 'format', 'link']);
  });

  it('failed items are annotated at the lines of their section with the fix, except for the error that stopped the run', () => {
    const change = create('docs/a.md', item('A', 'text', { lines: [4, 8] }));
    const stoppedBy = new NotFoundError('the project is not there', { request: 'POST /x', outcomeUnknown: false });
    const failures = [
      { change, error: new Error('odd') },
      { change, error: stoppedBy },
    ];
    expect(
      createFailureAnnotations(createAppliedReport([change], {}, { failures, stoppedBy, end: 'stopped' })),
    ).toEqual([
      {
        level: 'error',
        message: 'item: odd. Fix: report it as a bug in Context Sync.',
        file: 'docs/a.md',
        startLine: 4,
        endLine: 8,
      },
    ]);
  });
});

describe('the limit of ten annotations per level', () => {
  it.each([
    [0, 0, undefined],
    [9, 9, 'link'],
    [10, 10, 'link'],
    [11, 10, 'There are 2 more warnings; see the job summary'],
    [300, 10, 'There are 291 more warnings; see the job summary'],
  ])('%i warnings are printed as at most ten annotations', (number, shown, last) => {
    const lines = print(createDocsAnnotations({ warnings: warnings('link', number), skipped: [] }));
    expect(lines).toHaveLength(shown);
    expect(lines.at(-1)?.message).toBe(last);
  });

  it('the limit of ten annotations applies to each level separately across all calls', () => {
    const batch = createDocsAnnotations({
      warnings: warnings('link', 8),
      skipped: Array.from({ length: 30 }, (_, at) => ({ path: `docs/${at}.md`, reason: 'it is a submodule' })),
    });
    const lines = print(batch, batch, batch);
    const levels = Map.groupBy(lines, ({ level }) => level);
    expect([levels.get('warning')?.length, levels.get('notice')?.length]).toEqual([10, 10]);
    expect(lines.slice(-2).map(({ message }) => message)).toEqual([
      'There are 15 more warnings; see the job summary',
      'There are 81 more notices; see the job summary',
    ]);
  });

  it('the limit of ten annotations reserves one error for the result of the run', () => {
    const errors = Array.from({ length: 30 }, (_, at): Annotation => ({ level: 'error', message: `error ${at}` }));
    const lines = print(errors);
    expect(lines).toHaveLength(9);
    expect(lines.at(-1)?.message).toBe('There are 22 more errors; see the job summary');
  });
});

it('up to 500 annotations per level are printed outside GitHub Actions', () => {
  const lines: Annotation[] = [];
  const annotator = new Annotator((annotation) => lines.push(annotation), false);
  annotator.add(createDocsAnnotations({ warnings: warnings('link', 600), skipped: [] }));
  annotator.close();
  expect(lines).toHaveLength(500);
  expect(lines.at(-1)?.message).toBe('There are 101 more warnings');
});

it.each([
  [{}, '2 items in doubt: check the platform, then set on-in-doubt for one run'],
  [{ list: true }, '2 items in doubt: the next run finds out the outcome'],
  [{ idempotency: true }, '2 items in doubt: the next run finds out the outcome'],
])('the warning about items in doubt names the next step for a platform with the capabilities %j', (can, message) => {
  const state = createEmptyState('https://platform.example', 'octo-api', { ...NO_CAPABILITIES, ...can });
  const counts = { ...createPlannedReport([]).counts, inDoubt: 2 };
  expect(createDoubtAnnotations(createAppliedReport([], { counts }, { state }))).toEqual([
    { level: 'warning', message },
  ]);
});
