import type { DataSourceInput } from '@context-sync/core';
import type { Page } from './page.ts';

export interface DataSource extends DataSourceInput {
  readonly id: string;
  readonly createdAt: string;
}

export interface DataSources {
  create(projectId: string, source: DataSourceInput): Promise<DataSource>;
  /** Oldest first. @throws CursorError */
  list(projectId: string, page: { limit: number; cursor?: string | undefined }): Promise<Page<DataSource>>;
  get(projectId: string, id: string): Promise<DataSource | undefined>;
  delete(projectId: string, id: string): Promise<boolean>;
}
