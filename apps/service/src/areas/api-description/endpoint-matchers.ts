import { RouteMatcher } from '@context-sync/openapi';
import { WorkerError } from '../../platform/parsing/worker-process.ts';
import { EMAIL_NAME, hasDottedDomain, replaceEmails } from '../../platform/personal-data/replace-emails.ts';
import type { NewLogRecord } from '../logs/store.ts';
import { assignRoute } from './assign-route.ts';
import { OpenapiError } from './index.ts';
import type { OpenapiDocuments } from './openapi-documents.ts';

/** Maximum number of OpenAPI documents whose route matchers are kept in memory. */
const MAX_MATCHERS = 100;
const NO_ROUTES = new RouteMatcher({ basePaths: [], operations: [] });

/** Assigns logs to endpoints. */
export class Endpoints {
  readonly #openapiDocuments: OpenapiDocuments;
  readonly #report: (error: unknown) => void;
  readonly #matchers = new Map<string, RouteMatcher>();

  constructor(openapiDocuments: OpenapiDocuments, report: (error: unknown) => void) {
    this.#openapiDocuments = openapiDocuments;
    this.#report = report;
  }

  /**
   * Returns the logs with their routes. Replaces email addresses in the other names by which requests are counted, because the names are kept longer
   * than the logs, and because each email address would create a separate name.
   */
  async assign(projectId: string, records: readonly NewLogRecord[]): Promise<NewLogRecord[]> {
    const matcher = await this.getMatcher(projectId);
    return records.map((record) => ({
      ...record,
      ...assignRoute(matcher, record),
      errorCode: record.errorCode === null ? null : replaceEmails(record.errorCode, hasDottedDomain, EMAIL_NAME),
      environment: replaceEmails(record.environment, hasDottedDomain, EMAIL_NAME),
    }));
  }

  /**
   * Returns a matcher for the routes of the project's OpenAPI document. The matcher has no routes if the document does not exist or cannot be read.
   */
  async getMatcher(projectId: string): Promise<RouteMatcher> {
    const sha256 = await this.#openapiDocuments.sha256(projectId);
    if (sha256 === undefined) return NO_ROUTES;
    const cachedMatcher = this.#matchers.get(sha256);
    if (cachedMatcher) return cachedMatcher;
    try {
      const routes = await this.#openapiDocuments.lookUp(projectId, 'routes', {});
      const matcher = routes ? new RouteMatcher(routes) : NO_ROUTES;
      if (this.#matchers.size >= MAX_MATCHERS) this.#matchers.clear();
      this.#matchers.set(sha256, matcher);
      return matcher;
    } catch (error) {
      // The error is ignored, because logs must be stored even if the OpenAPI document cannot be read.
      if (!(error instanceof OpenapiError || error instanceof WorkerError)) throw error;
      if (error instanceof WorkerError && error.reason === 'crash') this.#report(error);
      return NO_ROUTES;
    }
  }
}
