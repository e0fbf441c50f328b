import { extname } from 'node:path';
import { JobRunner, toResponseError, type WorkerOptions } from '../../platform/parsing/job-runner.ts';
import { WorkerError } from '../../platform/parsing/worker-process.ts';
import { createPlainRendering, type PageText, type RenderedMarkdown } from './plain-rendering.ts';
import type { RenderingJobs } from './rendering-jobs.ts';
import type { RenderedPage } from './store.ts';

/** Version of the renderer. Pages of another version are rendered again when they are read. */
export const RENDERER_VERSION = 4;
/** Version that is stored for pages that are not rendered yet. */
const UNRENDERED_VERSION = 0;

/** Time limit in milliseconds for rendering a page. A page of 256 KiB takes about 500 ms on a busy machine. */
const PAGE_DEADLINE_MS = 2_000;
const MEMORY_MIB = 256;
/**
 * Time in milliseconds after which no more pages of a batch are rendered. The deadline of a request is 30 s, and on a busy machine, storing the pages takes much
 * of it. Clients send smaller batches after a batch that took so long.
 */
const BATCH_DEADLINE_MS = 10_000;
const POSTPONED_WARNING =
  'the page is rendered when it is first read, because the pages before it in the batch took too long: send fewer at once';

// The module of the worker process has the extension .ts in tests and .js in the built service.
const ENTRY = new URL(`./rendering-worker${extname(import.meta.url)}`, import.meta.url);

/** Returns the rendering to store for a page. After a timeout, it has the version of pages that are not rendered yet, so that it is not final. */
export function createStoredRendering({
  html,
  outline,
  sections,
  isPostponed = false,
}: RenderedMarkdown): RenderedPage {
  return { html, outline, sections, version: isPostponed ? UNRENDERED_VERSION : RENDERER_VERSION };
}

/** Renders pages in a worker process, which starts when it is first needed. Only that process loads the parsers and the highlighter. */
export class DocsRenderer {
  readonly #worker: JobRunner<RenderingJobs>;
  readonly #batchDeadlineMs: number;

  constructor({
    entry = ENTRY,
    bounds,
    batchDeadlineMs = BATCH_DEADLINE_MS,
  }: Partial<Omit<WorkerOptions, 'settings'>> & { readonly batchDeadlineMs?: number } = {}) {
    this.#batchDeadlineMs = batchDeadlineMs;
    const own = { deadlineMs: PAGE_DEADLINE_MS, memoryMiB: MEMORY_MIB };
    this.#worker = new JobRunner({ entry, settings: {}, bounds: { ...own, ...bounds } });
  }

  /** Process id of the worker; undefined if it is not running. */
  get pid(): number | undefined {
    return this.#worker.pid;
  }

  /**
   * Renders a page. A page that takes too much time or memory becomes plain text with a warning. After a timeout, the first request for the page renders
   * it again, because the service may have been busy.
   * @throws HttpError if the service is too busy, or is stopping
   */
  async render(page: PageText): Promise<RenderedMarkdown> {
    const { markdown } = page;
    try {
      return await this.#worker.run('render', markdown.length, page);
    } catch (error) {
      if (error instanceof WorkerError && (error.reason === 'deadline' || error.reason === 'memory')) {
        const rendering = createPlainRendering(page, `rendering it ${error.message}`);
        return error.reason === 'deadline' ? { ...rendering, isPostponed: true } : rendering;
      }
      throw toResponseError(error, 'send a smaller page');
    }
  }

  /** Renders the pages of a batch one by one. */
  async renderAll(pages: readonly PageText[]): Promise<RenderedMarkdown[]> {
    const end = performance.now() + this.#batchDeadlineMs;
    const results: RenderedMarkdown[] = [];
    for (const page of pages) {
      const rendering =
        performance.now() < end
          ? await this.render(page)
          : { ...createPlainRendering(page, ''), warnings: [POSTPONED_WARNING], isPostponed: true };
      results.push(rendering);
    }
    return results;
  }

  /** Ends the worker process and rejects pending jobs. */
  close(): Promise<void> {
    return this.#worker.close();
  }
}
