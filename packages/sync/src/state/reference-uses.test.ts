import { describe, expect, it } from 'vitest';
import { putReferences, removeRecord } from './item-records.ts';
import { applyReferenceEdits, createReferenceEdits, formatUse, getReferenceKey, parseUse } from './reference-uses.ts';
import type { DocumentRecord } from './state-schema.ts';

const use = (kind: string, key: string) => formatUse({ kind, key, digest: 'd' });

describe('reference uses', () => {
  it('a reference use whose key contains spaces is read as it was written', () => {
    const written = { kind: 'anchor', key: 'docs/a page.md#my part', digest: 'x1' };
    expect(parseUse(formatUse(written))).toEqual(written);
  });

  it.each([
    ['file', 'docs/a.png', 'docs/a.png'],
    ['page', 'docs/a.md', 'docs/a.md'],
    ['anchor', 'docs/a.md#part', 'docs/a.md'],
    ['text', 'docs/part.md', 'docs/part.md'],
    ['name', 'label:install', 'name:label:install'],
  ])('a reference of the kind %s is listed in the entry of its file or name', (kind, key, path) => {
    expect(getReferenceKey({ kind, key })).toBe(path);
  });
});

describe('reverse references', () => {
  const before = { path: 'a.md', uses: [use('page', 'b.md'), use('text', 'part.md')], names: ['label:a'] };

  it('references of a new document are added to the records of the files and names that it uses', () => {
    const appliedDocuments = applyReferenceEdits(new Map(), createReferenceEdits([], [before]));
    expect(Object.fromEntries(appliedDocuments)).toEqual({
      'b.md': { usedBy: ['a.md'] },
      'part.md': { includedBy: ['a.md'] },
      'name:label:a': { owners: ['a.md'] },
    });
  });

  it('unchanged references are not edited, even if digests and anchors change', () => {
    const after = { ...before, uses: ['page b.md other', use('anchor', 'b.md#x'), use('text', 'part.md')] };
    expect(createReferenceEdits([before], [after])).toEqual([]);
  });

  it('references are removed with their document, and those of other documents stay', () => {
    const documents = new Map<string, DocumentRecord>([
      ['b.md', { path: 'b.md', blob: 'b', chunkConfigHash: 'c', items: [], usedBy: ['a.md', 'c.md'] }],
      ['part.md', { path: 'part.md', blob: null, chunkConfigHash: '', items: [], includedBy: ['a.md'] }],
    ]);
    const appliedDocuments = applyReferenceEdits(documents, createReferenceEdits([before], []));
    expect(appliedDocuments.get('b.md')).toEqual({ usedBy: ['c.md'] });
    for (const [path, references] of appliedDocuments) putReferences(documents, path, references);
    expect([...documents.keys()]).toEqual(['b.md']);
  });

  it('the record of a document that others refer to remains when its last item is removed', () => {
    const item = { key: 'b.md#', title: 'B', fingerprint: 'f', status: 'deleting' as const, revision: 1 };
    const record: DocumentRecord = { path: 'b.md', blob: null, chunkConfigHash: 'c', items: [item], usedBy: ['a.md'] };
    const documents = new Map([['b.md', record]]);
    removeRecord(documents, 'b.md', item);
    expect(documents.get('b.md')).toMatchObject({ items: [], usedBy: ['a.md'] });
  });
});
