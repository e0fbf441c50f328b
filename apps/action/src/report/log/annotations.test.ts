import { chunk } from '@context-sync/chunker';
import { NO_CAPABILITIES, NotFoundError } from '@context-sync/core';
import type { DocsWarning } from '@context-sync/engine/docs/docs-warning';
import { describeRecovery } from '@context-sync/engine/problem/recovery';
import {
  type Annotation,
  createDocsAnnotations,
  createDoubtAnnotations,
  createFailureAnnotations,
} from '@context-sync/engine/report/log/annotations';
import { NOT_OPENAPI_REASON } from '@context-sync/engine/report/log/finding-causes';
import { createEmptyState } from '@context-sync/sync';
import { describe, expect, it } from 'vitest';
import {
  create,
  createAppliedReport,
  createPlannedReport,
  item,
} from '../../../../../packages/engine/src/report/report.fixture.ts';
import { Annotator } from './annotator.ts';

function warnings(kind: DocsWarning['kind'], number: number): DocsWarning[] {
  return Array.from({ length: number }, (_, at) => ({
    kind,
    path: `docs/${kind}-${at}.md`,
    line: at + 1,
    message: `${kind} ${at}`,
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
  it('every annotation has a level, a file and, if the line is known, a line', () => {
    const annotations = createDocsAnnotations({
      warnings: [...warnings('link', 1), ...warnings('split', 1)],
      skipped: [{ path: 'docs/x.md', reason: 'it is a symbolic link' }],
    });
    expect(annotations).toEqual([
      { level: 'warning', message: 'link 0', file: 'docs/link-0.md', startLine: 1 },
      { level: 'notice', message: 'split 0', file: 'docs/split-0.md', startLine: 1 },
      { level: 'notice', message: 'skipped: it is a symbolic link', file: 'docs/x.md' },
    ]);
  });

  it('findings with the same cause become one annotation that states how many there are', () => {
    const link = (path: string, line: number, target: string): DocsWarning => {
      return { kind: 'link', path, line, message: `broken link: ${target} does not exist` };
    };
    const split = (path: string, name: string): DocsWarning => {
      return { kind: 'split', path, line: 1, message: `this ${name} is longer than an item, so it is split` };
    };
    const skip = (path: string, reason: string) => ({ path, reason });
    const annotations = createDocsAnnotations({
      warnings: [
        link('a.md', 1, 'x.md'),
        link('a.md', 9, 'x.md'),
        link('b.md', 2, 'x.md'),
        link('b.md', 3, 'y.md'),
        split('c.md', 'table'),
        split('e.md', 'list'),
      ],
      skipped: [
        skip('de/a.md', 'it is a translation of en/a.md'),
        skip('fr/b.md', 'it is a translation of en/b.md'),
        skip('big.md', 'it is larger than 5 MiB'),
        skip('package.json', NOT_OPENAPI_REASON),
        skip('public-api.yml', NOT_OPENAPI_REASON),
        skip('x.ipynb', 'it is not valid JSON: Unexpected token'),
        skip('a.pdf', 'files of this kind are not read: .pdf'),
        skip('b.org', 'files of this kind are not read: .org'),
        skip('c.ORG', 'files of this kind are not read: .ORG'),
      ],
    });
    expect(annotations.map(({ message, file, startLine }) => [message, file, startLine])).toEqual([
      ['broken link: x.md does not exist (3 times in 2 files)', 'a.md', 1],
      ['this table is longer than an item, so it is split (2 times in 2 files)', 'c.md', 1],
      ['2 files skipped for the same reason, such as de/a.md: it is a translation of en/a.md', 'de/a.md', undefined],
      ['broken link: y.md does not exist', 'b.md', 3],
      ['skipped: it is larger than 5 MiB', 'big.md', undefined],
      ['skipped: it is not an OpenAPI 3 document', 'public-api.yml', undefined],
      ['skipped: it is not valid JSON: Unexpected token', 'x.ipynb', undefined],
      ['3 files of kinds that are not read: 2 .org, 1 .pdf', undefined, undefined],
    ]);
  });

  it('annotations alternate between their kinds, so that 300 broken links do not hide invalid front matter', () => {
    const annotations = createDocsAnnotations({
      warnings: [...warnings('link', 300), ...warnings('format', 1)],
      skipped: [],
    });
    expect(annotations.slice(0, 3).map(({ message }) => message)).toEqual(['link 0', 'format 0', 'link 1']);
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
    [9, 9, 'link 8'],
    [10, 10, 'link 9'],
    [11, 10, 'There are 2 more warnings; see the job summary'],
    [300, 10, 'There are 291 more warnings; see the job summary'],
  ])('%i warnings are printed as at most ten annotations', (number, shownCount, last) => {
    const lines = print(createDocsAnnotations({ warnings: warnings('link', number), skipped: [] }));
    expect(lines).toHaveLength(shownCount);
    expect(lines.at(-1)?.message).toBe(last);
  });

  it('the limit of ten annotations applies to each level separately across all calls', () => {
    const batch = createDocsAnnotations({
      warnings: warnings('link', 8),
      skipped: Array.from({ length: 30 }, (_, at) => ({ path: `docs/${at}.md`, reason: `reason ${at}` })),
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
  [{}, `2 items in doubt: check the platform, then set on-in-doubt ${describeRecovery()}`],
  [{ list: true }, '2 items in doubt: the next run determines the outcome'],
  [{ idempotency: true }, '2 items in doubt: the next run determines the outcome'],
])('the warning about items in doubt names the next step for a platform with the capabilities %j', (can, message) => {
  const state = createEmptyState('https://platform.example', 'octo-api', { ...NO_CAPABILITIES, ...can });
  const counts = { ...createPlannedReport([]).counts, inDoubt: 2 };
  expect(createDoubtAnnotations(createAppliedReport([], { counts }, { state }))).toEqual([
    { level: 'warning', message },
  ]);
});

it('the annotations omit exactly the reason with which the chunker skips a JSON file that is not a page', () => {
  const options = { targetSize: 2_500, address: { repositoryUrl: '', root: '' } };
  expect(chunk({ path: 'package.json', text: '{}' }, options).skipped).toBe(NOT_OPENAPI_REASON);
});
