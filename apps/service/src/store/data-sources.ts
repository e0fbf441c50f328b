import type { DataSourceInput } from '@context-sync/core';
import type { ListPage } from './list-page.ts';

export interface DataSource extends DataSourceInput {
  readonly id: string;
  readonly createdAt: string;
}

/** Result of connecting a repository. */
export interface ConnectResult {
  readonly source: DataSource;
  /** Whether the data source existed already; then `source` is unchanged. */
  readonly isKnown: boolean;
}

export interface DataSources {
  /** Connects a repository once per branch and category. Owner and name are case-insensitive, as on the repository host. */
  create(projectId: string, source: DataSourceInput): Promise<ConnectResult>;
  /** Lists data sources, oldest first. @throws CursorError */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<DataSource>>;
  get(projectId: string, id: string): Promise<DataSource | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
}
