import {
  type Capabilities,
  type Client,
  type ContextItemExtensions,
  createClient,
  createContextItemExtensions,
  createDocsExtensions,
  createDocsPreviewExtensions,
  createTransport,
  type DocsExtensions,
  type DocsPreviewExtensions,
  fetchCapabilities,
  HtmlResponseError,
  NO_CAPABILITIES,
  ServerError,
} from '@context-sync/core';
import { ConcurrencyLimiter, MAX_WRITE_MS, SYSTEM_CLOCK } from '@context-sync/sync';
import type { Settings } from '../inputs/action-settings.ts';

/** A connection to the platform with a validated key and project, and the platform's capabilities. */
export interface Service {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  /** The operations of the docs portal, which may be used only if the capabilities contain `docsPages`. */
  readonly docs: DocsExtensions & DocsPreviewExtensions;
  readonly capabilities: Capabilities;
  readonly limiter: ConcurrencyLimiter;
}

/**
 * Checks the key and the project before any write.
 * @param lastKnown capabilities at the last sync, which are used if the OpenAPI document is unavailable
 * @throws ApiError
 */
export async function openService(
  { baseUrl, apiKey, project, concurrency }: Settings,
  lastKnown: Capabilities | undefined,
  warn: (text: string) => void,
  signal: AbortSignal,
): Promise<Service> {
  const limiter = new ConcurrencyLimiter(concurrency, SYSTEM_CLOCK);
  const send = createTransport({
    baseUrl,
    apiKey,
    userAgent: 'context-sync',
    totalTimeout: MAX_WRITE_MS,
    onResponse: (response) => limiter.onResponse(response),
  });
  const client = createClient(send);
  // Both requests are sent concurrently. If both fail, the error about an invalid key takes precedence.
  const capabilitiesRequest = fetchCapabilities(send, signal).then(
    (capabilities) => ({ capabilities }),
    (error: unknown) => ({ error }),
  );
  await client.getProject(project, { signal });
  const serviceDocument = await capabilitiesRequest;
  const service = {
    client,
    extensions: createContextItemExtensions(send),
    docs: { ...createDocsExtensions(send), ...createDocsPreviewExtensions(send) },
    limiter,
  };
  if ('capabilities' in serviceDocument) return { ...service, capabilities: serviceDocument.capabilities };
  const { error } = serviceDocument;
  // A platform without an OpenAPI document may return an HTML page for every URL. If the platform had an OpenAPI document at the last sync, an HTML
  // page is an error.
  const wereCapabilitiesKnown = Object.values(lastKnown ?? NO_CAPABILITIES).includes(true);
  if (error instanceof HtmlResponseError && !wereCapabilitiesKnown)
    return { ...service, capabilities: NO_CAPABILITIES };
  if (!(error instanceof ServerError || error instanceof HtmlResponseError)) throw error;
  warn(`${error.message}; using ${lastKnown ? 'the capabilities of the last sync' : 'only the basic operations'}`);
  return { ...service, capabilities: lastKnown ?? NO_CAPABILITIES };
}
