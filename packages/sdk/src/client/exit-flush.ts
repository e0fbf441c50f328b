/** The part of a client that sends its queued logs. */
interface Flushable {
  flush(): Promise<void>;
}

/** All open clients. They share one listener, because Node warns of a leak if an event has more than ten. */
const openClients = new Set<Flushable>();

/**
 * Sends the queued logs of a client when the event loop has no more work, so that a process that ends by itself loses none. Node, Deno and Bun emit
 * the event again after work that a listener starts, and do not emit it for `process.exit()` or a signal.
 */
export function flushBeforeExit(client: Flushable): void {
  if (openClients.size === 0) globalThis.process?.on?.('beforeExit', flushOpenClients);
  openClients.add(client);
}

/** Cancels `flushBeforeExit` for a client that has been closed. */
export function cancelExitFlush(client: Flushable): void {
  openClients.delete(client);
  if (openClients.size === 0) globalThis.process?.off?.('beforeExit', flushOpenClients);
}

function flushOpenClients(): void {
  for (const client of openClients) void client.flush();
}
