export type { CaptureHandle, CaptureStats } from './client/capture-client.ts';
export type { CapturedBodies, CaptureOptions, CaptureProblem, ClientKind } from './options.ts';

/**
 * Always throws an error that lists the entry points, because each framework has its own `contextSync`.
 * @deprecated Import it from the entry point of your framework, such as `@context-sync/sdk/hono`.
 */
export function contextSync(..._options: readonly unknown[]): never {
  throw new Error(
    'Cannot use contextSync from "@context-sync/sdk": import it from the entry point of your framework, which is one of "@context-sync/sdk/express", "/fastify", "/fetch", "/hono" and "/node".',
  );
}
