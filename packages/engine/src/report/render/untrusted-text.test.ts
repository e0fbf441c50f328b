import { sampleCases, selectByTier } from '@context-sync/test-tier';
import { Random } from '@context-sync/testkit';
import { describe, expect, it } from 'vitest';
import { readMarker } from '../../comment/comment-marker.ts';
import { renderComment } from '../../comment/render-comment.ts';
import { codeBlocks, findViolations } from '../gfm.fixture.ts';
import { hostileReports } from '../hostile.fixture.ts';
import { PAYLOADS } from '../payloads.fixture.ts';
import { create, createPlannedReport, item } from '../report.fixture.ts';
import { renderSummary } from '../summary/job-summary.ts';
import { toVisibleText } from '../text/visible-text.ts';
import { renderProblemSummary } from './problem-summary.ts';

/** Renders a text in every part of the summary and the comment that can contain untrusted text. */
function renderings(text: string): string[] {
  const reports = hostileReports(text);
  return [
    ...reports.map((report) => renderSummary(report)),
    ...reports.map((report) => renderComment(report).body),
    renderProblemSummary([{ subject: text, problem: text, fix: text }]),
  ];
}

it('there are at least 60 different hostile texts', () => {
  expect(PAYLOADS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
});

it.each(sampleCases(PAYLOADS, 12).map((text) => [text.slice(0, 60), text]))(
  'the hostile text %j is rendered as plain text in the summary and the comment',
  (_name, text) => {
    expect(renderings(text).flatMap(findViolations)).toEqual([]);
  },
);

it('random combinations of hostile texts are rendered as plain text', () => {
  const random = new Random(20261121);
  for (let round = 0; round < selectByTier(2, 40); round += 1) {
    const parts = Array.from({ length: random.getInteger(2, 5) }, () => random.pick(PAYLOADS).slice(0, 120));
    const text = parts.join(random.pick(['', ' ', '\n', '\n\n', '|', '`']));
    expect(renderings(text).flatMap(findViolations), JSON.stringify(text)).toEqual([]);
  }
});

describe('the marker of a comment', () => {
  it.each(sampleCases(PAYLOADS, 3).map((text) => [text.slice(0, 60), text]))(
    'the comment contains exactly one marker if its texts contain %j',
    (_name, text) => {
      const [report] = hostileReports(text);
      if (!report) throw new Error('no report');
      const { body } = renderComment({ ...report, planHash: 'fedcba9876543210' });
      expect(readMarker(body)?.hash).toBe('fedcba9876543210');
      expect(body.split('\n').filter((line) => line.startsWith('<!--') && line.includes('hash:fedc'))).toHaveLength(1);
    },
  );
});

describe('the text of an item', () => {
  it.each(sampleCases(PAYLOADS, 3).map((text) => [text.slice(0, 60), text]))(
    'the text of an item appears unchanged in its code block if it contains %j',
    (_name, text) => {
      const content = `Before.\n\n${text}\n\nAfter.`;
      const body = renderSummary(createPlannedReport([create('docs/a.md', item('A', content))]));
      // HTML parsers replace invalid characters with U+FFFD.
      const shown = toVisibleText(content).replaceAll(/[\ufffe\uffff]/g, '\ufffd');
      expect(codeBlocks(body).map((block) => block.replaceAll(/[\ufffe\uffff]/g, '\ufffd'))).toEqual([`${shown}\n`]);
    },
  );
});

it.each([
  '<a href="x">link</a>',
  'mail somebody@example.com',
  '<code>somebody&#64;example.com</code>',
  '<code>http&#58;//evil.example</code>',
  '@octocat',
  'see #12',
  '![x](y)',
  '| a |\n| --- |\n| b | c |',
  '<details>',
  'x <!-- y -->',
])('findViolations reports a violation in %s', (markdown) => {
  expect(findViolations(markdown)).not.toEqual([]);
});
