import type { TestService } from '@context-sync/testkit';

const NDJSON = 'application/x-ndjson';

/** Functions that send requests about the project to the API of the service. */
export interface ServiceRequests {
  /** Sends a request. @throws Error if the response is not a success */
  send<T>(method: string, path: string, body?: object): Promise<T>;
  /** Imports captured requests in one batch. @throws Error if the service rejects a request */
  importLogs(logs: readonly object[]): Promise<void>;
}

export function createServiceRequests({ url, project, key }: TestService): ServiceRequests {
  const sendRequest = async <T>(method: string, path: string, contentType: string, body?: string): Promise<T> => {
    const response = await fetch(`${url}/api/v1/projects/${project}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': contentType },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  return {
    send: (method, path, body) =>
      sendRequest(method, path, 'application/json', body === undefined ? undefined : JSON.stringify(body)),
    async importLogs(logs) {
      await sendRequest(
        'POST',
        '/logs-batch?atomic=true',
        NDJSON,
        logs.map((log) => `${JSON.stringify(log)}\n`).join(''),
      );
    },
  };
}
