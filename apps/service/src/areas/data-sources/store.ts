import type { DataSourceInput } from '@context-sync/core';
import type { ListPage } from '../../platform/database/list-page.ts';

export interface DataSource extends DataSourceInput {
  readonly id: string;
  readonly createdAt: string;
}

/** Result of a request to connect a repository. */
export interface ConnectResult {
  readonly source: DataSource;
  /** Whether the data source already existed. In this case, `source` is the existing data source, unchanged. */
  readonly isKnown: boolean;
}

export interface DataSources {
  /**
   * Connects a repository once per branch and category. The owner and the name of a repository are compared without case, as on the repository host.
   */
  create(projectId: string, source: DataSourceInput): Promise<ConnectResult>;
  /**
   * Returns a page of data sources, oldest first.
   * @throws CursorError
   */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<ListPage<DataSource>>;
  get(projectId: string, id: string): Promise<DataSource | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
}

/** The port for data sources. */
export interface DataSourcePorts {
  readonly dataSources: DataSources;
}
