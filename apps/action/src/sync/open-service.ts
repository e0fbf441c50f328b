import {
  type Capabilities,
  type Client,
  type ContextItemExtensions,
  createClient,
  createContextItemExtensions,
  createTransport,
  fetchCapabilities,
  HtmlResponseError,
  NO_CAPABILITIES,
  ServerError,
} from '@context-sync/core';
import { ConcurrencyLimiter, MAX_WRITE_MS, SYSTEM_CLOCK } from '@context-sync/sync';
import type { Settings } from '../inputs/settings.ts';

/** The service, found good: it takes the key, has the project, and says what it can do. */
export interface Service {
  readonly client: Client;
  readonly extensions: ContextItemExtensions;
  readonly capabilities: Capabilities;
  readonly limiter: ConcurrencyLimiter;
}

/**
 * Makes sure that the key and the project are good before anything is written anywhere.
 * @param lastKnown what the service could do at the last sync, for when its description cannot be had just now
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
  // The description needs no project, so both are asked for at once; whether the key is good is the first thing to tell.
  const describing = fetchCapabilities(send, signal).then(
    (capabilities) => ({ capabilities }),
    (error: unknown) => ({ error }),
  );
  await client.getProject(project, { signal });
  const described = await describing;
  const service = { client, extensions: createContextItemExtensions(send), limiter };
  if ('capabilities' in described) return { ...service, capabilities: described.capabilities };
  const { error } = described;
  // A service without a description may show a page for every address; only one that has had a description hides it.
  const hadOne = Object.values(lastKnown ?? NO_CAPABILITIES).includes(true);
  if (error instanceof HtmlResponseError && !hadOne) return { ...service, capabilities: NO_CAPABILITIES };
  if (!(error instanceof ServerError || error instanceof HtmlResponseError)) throw error;
  warn(
    `${error.message}: going on with ${lastKnown ? 'what the service could do at the last sync' : 'the five known operations'}`,
  );
  return { ...service, capabilities: lastKnown ?? NO_CAPABILITIES };
}
