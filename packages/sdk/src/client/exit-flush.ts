/** The part of a client that sends its queued logs. */
interface Flushable {
  flush(): Promise<void>;
  close(timeoutMs: number): Promise<void>;
}

const SIGTERM_FLUSH_MS = 3_000;

/** All open clients. They share one listener, because Node warns of a leak if an event has more than ten. */
const openClients = new Set<Flushable>();

/**
 * Sends the queued logs of a client when the event loop has no more work, so that a process that ends by itself loses no logs. Node, Deno and Bun emit the
 * event again after work that a listener starts, and do not emit it for `process.exit()` or a signal.
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

interface SigtermClients {
  /** The clients that wait for the signal, with their listeners. */
  readonly waiting: Map<Flushable, () => void>;
  readonly closing: Set<Flushable>;
  /** Whether the application has no listener, so that the SDK ends the process. */
  isAlone: boolean;
}

/**
 * All copies of the SDK in a process share their clients, because an application can load it as an ES module and as CommonJS, and the process must not
 * end before the last client has sent its logs.
 */
const SIGTERM_CLIENTS = Symbol.for('context-sync.sigterm');

function getSigtermClients(): SigtermClients {
  const shared = globalThis as { [SIGTERM_CLIENTS]?: SigtermClients };
  shared[SIGTERM_CLIENTS] ??= { waiting: new Map(), closing: new Set(), isAlone: true };
  return shared[SIGTERM_CLIENTS];
}

/**
 * Closes a client when the process receives SIGTERM. A process with a listener for SIGTERM does not end by itself, so the signal is sent again when all
 * clients are closed, unless the application also has a listener.
 */
export function flushOnSigterm(client: Flushable): void {
  if (typeof globalThis.process?.prependOnceListener !== 'function') return;
  const clients = getSigtermClients();
  const listener = () => {
    clients.waiting.delete(client);
    clients.closing.add(client);
    // The listeners of the SDK run first, so a listener of the application is still registered, even if it runs only once.
    clients.isAlone &&= process.listenerCount('SIGTERM') === clients.waiting.size;
    void client.close(SIGTERM_FLUSH_MS).finally(() => {
      clients.closing.delete(client);
      const isLast = clients.waiting.size + clients.closing.size === 0;
      if (isLast && clients.isAlone) process.kill(process.pid, 'SIGTERM');
    });
  };
  clients.waiting.set(client, listener);
  process.prependOnceListener('SIGTERM', listener);
}

/** Cancels `flushOnSigterm` for a client that has been closed before the signal. */
export function cancelSigtermFlush(client: Flushable): void {
  const { waiting } = getSigtermClients();
  const listener = waiting.get(client);
  if (listener === undefined) return;
  waiting.delete(client);
  process.off('SIGTERM', listener);
}
