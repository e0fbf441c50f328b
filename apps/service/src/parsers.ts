import { createRedaction, type Redaction } from '@context-sync/redaction';
import { OpenapiParsers } from './areas/api-description/openapi-parsers.ts';
import { DocsRenderer } from './areas/docs/docs-renderer.ts';
import { LogParsers } from './areas/logs/log-parsers.ts';
import type { WorkerOptions } from './platform/parsing/job-runner.ts';

export interface ParserOptions extends Partial<Omit<WorkerOptions, 'settings'>> {
  /** Additional names whose values are redacted. */
  readonly redactedNames: readonly string[];
}

/** The parsers of request bodies. Each area has its own worker process. */
export class Parsers {
  readonly logs: LogParsers;
  readonly openapi: OpenapiParsers;
  readonly docs: DocsRenderer;
  /** Redacts short texts, which need no worker process, with the same additional names. */
  readonly redaction: Redaction;

  constructor({ redactedNames, ...worker }: ParserOptions) {
    this.logs = new LogParsers({ redactedNames }, worker);
    this.openapi = new OpenapiParsers(worker);
    this.docs = new DocsRenderer(worker);
    this.redaction = createRedaction(redactedNames);
  }

  /** Process ids of the running workers. */
  get pids(): number[] {
    return [this.logs.pid, this.openapi.pid, this.docs.pid].filter((pid) => pid !== undefined);
  }

  /** Ends the worker processes and rejects pending jobs. */
  async close(): Promise<void> {
    await Promise.all([this.logs.close(), this.openapi.close(), this.docs.close()]);
  }
}
