import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Cleanup } from '../../../packages/testkit/build/index.js';
import type { Traced } from '../timing/trace.ts';

export interface ServiceOptions {
  /** Milliseconds from a request's end to its answer. */
  readonly latency: number;
  /** Whether it can also update, delete and list, honours Idempotency-Key, and says so. */
  readonly extensions: boolean;
}

/** What a service holds, and what it was asked since the last report. */
export interface ServiceReport {
  readonly items: number;
  /** Different titles among the items. */
  readonly titles: number;
  /** Pages that the peer has put there. */
  readonly pages: number;
  /** Data sources that were connected. */
  readonly sources: number;
  readonly trace: readonly Traced[];
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
      const answer = once(worker, 'message');
      worker.postMessage('report');
      return (await answer)[0] as ServiceReport;
    },
  };
}
