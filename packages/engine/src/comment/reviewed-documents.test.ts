import { expect, it } from 'vitest';
import { create, item, many, plan } from '../report/report.fixture.ts';
import { findDifferingDocuments, formatDocumentsLine } from './reviewed-documents.ts';

const a = create('docs/a.md', item('A'));
const b = create('docs/b.md', item('B'));
const marker = '<!-- context-sync:x/y hash:0 -->';

it.each([
  ['nothing if the new plan equals the reviewed plan', plan([a, b]), []],
  [
    'a document whose changes differ from the reviewed ones',
    plan([a, create('docs/b.md', item('B', 'other'))]),
    ['docs/b.md'],
  ],
  ['a document that was not reviewed', plan([a, b, create('docs/c.md', item('C'))]), ['docs/c.md']],
  ['nothing for a document that is only in the reviewed plan', plan([a]), []],
])('findDifferingDocuments returns the documents that differ from the reviewed plan: %s', (_name, now, differing) => {
  expect(findDifferingDocuments(now, `${marker}\n${formatDocumentsLine(plan([a, b]))}\n\nText`)).toEqual(differing);
});

it('a comment lists no documents if the plan has none or more than 500, and findDifferingDocuments then returns undefined', () => {
  expect(formatDocumentsLine(plan(many(501, 1)))).toBe('');
  expect(formatDocumentsLine(plan(many(500, 1))).length).toBeLessThan(6_000);
  expect(formatDocumentsLine(plan([]))).toBe('');
  expect(findDifferingDocuments(plan([a]), `${marker}\n\nText`)).toBeUndefined();
});

it('findDifferingDocuments ignores a list of documents that is not directly below the marker', () => {
  expect(findDifferingDocuments(plan([a]), `${marker}\n\n${formatDocumentsLine(plan([b]))}`)).toBeUndefined();
});
