import type { DataSourceInput } from '@context-sync/core';
import { z } from 'zod';
import { text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

type SourceIdentity = Pick<DataSourceInput, 'owner' | 'repo' | 'branch' | 'category'>;

/** Maximum length of a data source's identity in UTF-16 units, because PostgreSQL rejects index rows over 2,704 bytes. */
const MAX_IDENTITY_LENGTH = 600;

/**
 * Returns a text that identifies a data source by repository, branch and category. The category is part of the identity because one repository can
 * contain docs and, in another category, an SDK. The text is empty for old data sources that exceed the limit. The separator is a space, which branch
 * names cannot contain.
 */
export function getIdentity({ owner, repo, branch, category }: SourceIdentity): string {
  const identity = `${owner.toLowerCase()}/${repo.toLowerCase()} ${branch} ${category}`;
  return identity.length > MAX_IDENTITY_LENGTH ? '' : identity;
}

/** Schema of the stored input of a data source. Stored values may exceed limits that were introduced later. */
const storedInput = z.looseObject({ owner: z.string(), repo: z.string(), branch: z.string(), category: z.string() });

export const DATA_SOURCES = defineTable({
  name: 'data_sources',
  key: ['id'],
  columns: {
    id: text(),
    projectId: text(),
    input: text({ content: 'members' }),
    identity: text({ content: 'members', derived: true }),
    createdAt: time(),
  },
  deriveColumns: ({ input }) => ({ identity: getIdentity(storedInput.parse(JSON.parse(String(input)))) }),
});

export const DATA_SOURCE_TABLES = [DATA_SOURCES];
