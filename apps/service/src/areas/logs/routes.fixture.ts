import { expect } from 'vitest';
import { openService, projectPath } from '../../testing/service.fixture.ts';

export interface Summary {
  readonly id: string;
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly groupEmail: string | null;
  readonly timestamp: string;
}
export type Log = Summary & { readonly request: unknown; readonly response: unknown };

/** Creates the app and stores the given logs. */
export async function openWith(logs: readonly object[]) {
  const service = await openService();
  const addedLogs: Log[] = [];
  for (const json of logs) {
    const response = await service.sendRequest<Log>('POST', projectPath('/logs'), { json });
    expect(response.status).toBe(201);
    addedLogs.push(response.body);
  }
  return { ...service, added: addedLogs };
}
