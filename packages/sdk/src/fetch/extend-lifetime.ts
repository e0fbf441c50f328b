import type { CaptureClient } from '../client/capture-client.ts';

/** The argument of a handler in runtimes that end background work with the request, such as Cloudflare Workers. */
export interface LifetimeContext {
  waitUntil(promise: Promise<unknown>): void;
}

/** Returns whether a value has a function `waitUntil`. */
export function isLifetimeContext(value: unknown): value is LifetimeContext {
  return typeof value === 'object' && value !== null && 'waitUntil' in value && typeof value.waitUntil === 'function';
}

/**
 * Keeps the runtime alive until the log of a request has been sent.
 * @returns the function to call when the log has been queued
 */
export function extendLifetime(client: CaptureClient, context: LifetimeContext | undefined): () => void {
  let onRecorded: () => void = () => undefined;
  if (context === undefined) return onRecorded;
  try {
    context.waitUntil(new Promise<void>((resolve) => (onRecorded = resolve)).then(() => client.finishWork()));
  } catch (error) {
    client.reportInternal(error);
  }
  return onRecorded;
}
