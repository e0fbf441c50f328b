import { describe, expect, it } from 'vitest';
import type { DocsWarning } from '../docs/docs-warning.ts';
import { FAILURE_CAUSES } from '../inputs/fail-on.ts';
import { countFindings, describeFailOn } from './fail-on-findings.ts';
import { getOutputs } from './outputs.ts';
import { create, createAppliedReport, createPlannedReport, item } from './report.fixture.ts';

const warning = (kind: DocsWarning['kind']): DocsWarning => ({ kind, path: 'docs/a.md', line: 1, message: kind });
const ALL = new Set(FAILURE_CAUSES);
const clean = createPlannedReport([create('docs/a.md', item('A'))]);

describe('fail-on', () => {
  it('a report without findings does not fail the run', () => {
    expect(describeFailOn(clean, ALL)).toBeUndefined();
    expect(describeFailOn({ ...clean, warnings: [warning('split')] }, ALL)).toBeUndefined();
  });

  it('only the findings that fail-on contains fail the run', () => {
    const report = {
      ...clean,
      warnings: [warning('link'), warning('image'), warning('fence'), warning('split')],
      massChange: { losing: 60, of: 100 },
      counts: { ...clean.counts, inDoubt: 3 },
    };
    expect(describeFailOn(report, new Set())).toBeUndefined();
    expect(describeFailOn(report, new Set(['broken-links']))).toBe('fail-on: 2 broken links');
    expect(describeFailOn(report, ALL)).toBe(
      'fail-on: 2 broken links, 3 warnings, 3 in doubt, 60 of 100 items would be deleted, superseded or orphaned',
    );
  });

  it('a data source in doubt counts as a finding of the kind in-doubt', () => {
    expect(countFindings(createAppliedReport([], {}, { connected: 'in-doubt' }), 'in-doubt')).toBe(1);
  });
});

it('the output named result contains all counts of all sources as JSON', () => {
  const report = { ...clean, warnings: [warning('link'), warning('fence')], skippedCount: 4 };
  expect(JSON.parse(getOutputs([report, clean], ['', '']).result ?? '')).toEqual({
    changed: true,
    created: 2,
    updated: 0,
    deleted: 0,
    unchanged: 0,
    deferred: 0,
    superseded: 0,
    orphaned: 0,
    'in-doubt': 0,
    failed: 0,
    skipped: 4,
    warnings: 2,
    'broken-links': 1,
  });
});
