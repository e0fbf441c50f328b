import { expect, it } from 'vitest';
import { create, item, many, plan } from '../report/report.fixture.ts';
import { differingDocuments, formatDocumentsLine } from './reviewed-documents.ts';

const a = create('docs/a.md', item('A'));
const b = create('docs/b.md', item('B'));
const marker = '<!-- context-sync:x/y hash:0 -->';

it.each([
  ['nothing if the plans are equal', plan([a, b]), []],
  ['a document with other changes', plan([a, create('docs/b.md', item('B', 'other'))]), ['docs/b.md']],
  ['a document that was not reviewed', plan([a, b, create('docs/c.md', item('C'))]), ['docs/c.md']],
  ['no document that the new plan lacks', plan([a]), []],
])('finds %s', (_name, now, differing) => {
  expect(differingDocuments(now, `${marker}\n${formatDocumentsLine(plan([a, b]))}\n\nText`)).toEqual(differing);
});

it('returns undefined if there were too many documents or none', () => {
  expect(formatDocumentsLine(plan(many(501, 1)))).toBe('');
  expect(formatDocumentsLine(plan(many(500, 1))).length).toBeLessThan(6_000);
  expect(formatDocumentsLine(plan([]))).toBe('');
  expect(differingDocuments(plan([a]), `${marker}\n\nText`)).toBeUndefined();
});

it('ignores lines below the list, such as in the text of an item', () => {
  expect(differingDocuments(plan([a]), `${marker}\n\n${formatDocumentsLine(plan([b]))}`)).toBeUndefined();
});
