import { setTimeout } from 'node:timers/promises';
import { createStoredRendering, type DocsRenderer, RENDERER_VERSION } from './docs-renderer.ts';
import type { DocsServices } from './services.ts';
import type { Docs } from './store.ts';

/** Pause in milliseconds after each page, so that pages that clients write during the job are rendered without delay. */
const PAUSE_MS = 20;

/**
 * Renders the pages that a restored backup contains without HTML, or that another version of the service has rendered, so that the search finds
 * them. If the process ends before the job is complete, the next process continues.
 */
export async function renderPages(
  { store: { docs }, docsRenderer }: { readonly store: { readonly docs: Docs }; readonly docsRenderer: DocsRenderer },
  signal: AbortSignal,
): Promise<void> {
  let page: Awaited<ReturnType<Docs['unrendered']>>;
  while (!signal.aborted) {
    page = await docs.unrendered(RENDERER_VERSION, page);
    if (!page) return;
    const rendering = createStoredRendering(await docsRenderer.render(page));
    await docs.storeRendering(page.projectId, page, rendering);
    await setTimeout(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Starts the job. After an error, the job ends until the next start of the service. */
export async function startRendering(
  services: DocsServices,
  { signal, report }: { readonly signal: AbortSignal; readonly report: (error: unknown) => void },
): Promise<void> {
  try {
    await renderPages(services, signal);
  } catch (error) {
    if (!signal.aborted) report(error);
  }
}
