import { oneOf, text, time } from '../../platform/database/column.ts';
import { defineTable } from '../../platform/database/table.ts';

/** The OpenAPI documents of the projects. */
export const API_DESCRIPTIONS = defineTable({
  name: 'api_descriptions',
  key: ['projectId'],
  columns: {
    projectId: text(),
    format: oneOf(['json', 'yaml']),
    text: text({ content: 'members' }),
    sha256: text(),
    updatedAt: time(),
    /** Time at which the document was deleted. The API reference shows a deleted document until another one is uploaded. */
    removedAt: time({ nullable: true, missing: null }),
    /** Commit of the document; null if the upload did not contain it. */
    sourceCommit: text({ nullable: true, missing: null }),
    /** The last upload that was refused after the document was stored: its time, its commit, and the reason. */
    rejectedAt: time({ nullable: true, missing: null }),
    rejectedCommit: text({ nullable: true, missing: null }),
    rejection: text({ content: 'members', nullable: true, missing: null }),
    /** Hash of the document whose operations are in the search index. */
    indexed: text({ nullable: true, derived: true }),
  },
});

export const API_DESCRIPTION_TABLES = [API_DESCRIPTIONS];
