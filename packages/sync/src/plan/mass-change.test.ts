import { NO_CAPABILITIES } from '@context-sync/core';
import { expect, it } from 'vitest';
import { computeFingerprint } from '../fingerprint.ts';
import type { DocumentRecord } from '../state/state-schema.ts';
import type { WantedItem } from '../wanted-items.ts';
import { findMassChange } from './mass-change.ts';
import { createPlan } from './plan.ts';

const createItem = (at: number, content: string): WantedItem => ({
  key: `${at}.md#`,
  title: `${at}`,
  content,
  public: false,
  lines: [1, 1],
});

it.each([
  // Columns: all items, edited items, deleted items, and whether the check reports a mass change.
  [100, 0, 51, true],
  [100, 0, 50, false],
  [100, 30, 30, true],
  [11, 0, 11, true],
  [10, 0, 10, false],
  [20, 11, 0, true],
  [0, 0, 0, false],
])(
  'findMassChange detects a mass change of %i items with %i edited and %i deleted: %s',
  (total, editedCount, goneCount, guarded) => {
    const knownDocuments = new Map(
      Array.from({ length: total }, (_, at): [string, DocumentRecord] => {
        const item = createItem(at, 'old');
        const record = {
          key: item.key,
          title: item.title,
          fingerprint: computeFingerprint(item),
          status: 'live',
          revision: 1,
        } as const;
        return [`${at}.md`, { path: `${at}.md`, blob: 'b', chunkConfigHash: 'r', items: [record] }];
      }),
    );
    const documents = Array.from({ length: total - goneCount }, (_, at) => ({
      path: `${at}.md`,
      blob: 'c',
      items: [createItem(at, at < editedCount ? 'new' : 'old')],
    }));
    const made = createPlan(
      { documents: knownDocuments, capabilities: NO_CAPABILITIES },
      { documents, unchanged: new Set() },
    );
    expect(findMassChange(made, total)).toEqual(guarded ? { losing: editedCount + goneCount, of: total } : undefined);
  },
);
