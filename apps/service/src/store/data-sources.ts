import type { DataSourceInput } from '@context-sync/core';
import type { Page } from './page.ts';

export interface DataSource extends DataSourceInput {
  readonly id: string;
  readonly createdAt: string;
}

/** What came of connecting a repository. */
export interface Connected {
  readonly source: DataSource;
  /** Whether the project had it already; then `source` is as it was. */
  readonly isKnown: boolean;
}

export interface DataSources {
  /** Connects a repository, once for each branch and category. Its owner and name are compared without letter case, as the host does. */
  create(projectId: string, source: DataSourceInput): Promise<Connected>;
  /** Oldest first. @throws CursorError */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<Page<DataSource>>;
  get(projectId: string, id: string): Promise<DataSource | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
}
