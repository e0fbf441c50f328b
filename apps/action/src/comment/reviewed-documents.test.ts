import { expect, it } from 'vitest';
import { create, item, many, plan } from '../report/report.fixture.ts';
import { differingDocuments, formatDocumentsLine } from './reviewed-documents.ts';

const a = create('docs/a.md', item('A'));
const b = create('docs/b.md', item('B'));
const marker = '<!-- context-sync:x/y hash:0 -->';

it.each([
  ['nothing where it is the same', plan([a, b]), []],
  ['a document that comes to something else', plan([a, create('docs/b.md', item('B', 'other'))]), ['docs/b.md']],
  ['a document that was not reviewed', plan([a, b, create('docs/c.md', item('C'))]), ['docs/c.md']],
  ['no document that is no longer there, as its name is not known', plan([a]), []],
])('finds %s', (_name, now, differing) => {
  expect(differingDocuments(now, `${marker}\n${formatDocumentsLine(plan([a, b]))}\n\nText`)).toEqual(differing);
});

it('returns undefined if there were too many documents or none', () => {
  expect(formatDocumentsLine(plan(many(501, 1)))).toBe('');
  expect(formatDocumentsLine(plan(many(500, 1))).length).toBeLessThan(6_000);
  expect(formatDocumentsLine(plan([]))).toBe('');
  expect(differingDocuments(plan([a]), `${marker}\n\nText`)).toBeUndefined();
});

it('ignores lines further down, such as in the text of an item', () => {
  expect(differingDocuments(plan([a]), `${marker}\n\n${formatDocumentsLine(plan([b]))}`)).toBeUndefined();
});
