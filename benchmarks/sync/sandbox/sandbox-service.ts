import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { TracedRequest } from '../timing/request-trace.ts';

export interface ServiceOptions {
  /** The latency in milliseconds from the end of a request to its response. */
  readonly latency: number;
  /** Whether the service also supports and declares update, delete, list and Idempotency-Key. */
  readonly extensions: boolean;
}

/** The contents of a service, and its requests since the last report. */
export interface ServiceReport {
  readonly items: number;
  /** Number of different item titles. */
  readonly titles: number;
  /** The number of pages that the peer has created. */
  readonly pages: number;
  /** Number of connected data sources. */
  readonly sources: number;
  readonly trace: readonly TracedRequest[];
}

export interface Service {
  readonly url: string;
  report(): Promise<ServiceReport>;
}

export async function startService(cleanup: Cleanup, options: ServiceOptions): Promise<Service> {
  const worker = new Worker(new URL('service-thread.ts', import.meta.url), { workerData: options });
  cleanup.add(async () => void (await worker.terminate()));
  const [{ port }] = (await once(worker, 'message')) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    report: async () => {
      const workerMessage = once(worker, 'message');
      worker.postMessage('report');
      return (await workerMessage)[0] as ServiceReport;
    },
  };
}
