import { setTimeout } from 'node:timers/promises';
import { LOG, projectPath } from '../../../testing/service.fixture.ts';

/** A write of an item or a log with a unique name. */
interface LoadWrite {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** Whether the write has an Idempotency-Key, so that it can be sent again. */
  readonly keyed: boolean;
}

export interface LoadOptions {
  /** Number of concurrent writers. Default: 12. */
  readonly writers?: number;
  /**
   * Whether a writer continues after a failure. If true, every third write has no Idempotency-Key, and writes that the service did not execute (503
   * with Retry-After) are not sent again. Default: a writer ends at its first failure.
   */
  readonly persistent?: boolean;
  /** Properties of the logs, in addition to the URL. Default: those of `LOG`. */
  readonly log?: object;
}

/** A load of writes on the service, with the known outcome of each write. */
export interface Load {
  /** Names of writes with a successful response. */
  readonly acknowledged: Set<string>;
  /** Names of writes that the service reported as not executed. Always empty if the load is not persistent. */
  readonly refused: Set<string>;
  /** Names of writes whose outcome is unknown and that cannot be sent again, because they have no Idempotency-Key. */
  readonly unknown: Set<string>;
  /** Writes whose outcome is unknown and that can be sent again. */
  readonly inDoubt: LoadWrite[];
  /** Number of writes by outcome, which is a status or the error code of the connection. */
  readonly outcomes: Map<string, number>;
  /**
   * Starts the writers. Each writer sends one write after another.
   * @returns a function that stops the writers
   */
  run(url: string): () => Promise<void>;
  /** Sends the writes in doubt again with the same Idempotency-Keys. */
  waitUntilIdle(url: string): Promise<void>;
}

/** Maximum number of times that a write in doubt is sent again. */
const MAX_RESENDS = 20;

/** Sends a write. @returns its status or the code of its error, and whether the service or a proxy states that the write was not executed */
async function post(url: string, key: string, { name, path, body, keyed }: LoadWrite) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  try {
    const response = await fetch(url + projectPath(path), {
      method: 'POST',
      headers: keyed ? { ...headers, 'idempotency-key': name } : headers,
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (response.status !== 503) return { outcome: String(response.status), notCarriedOut: false };
    if (response.headers.has('retry-after')) return { outcome: '503 with Retry-After', notCarriedOut: true };
    // A proxy that knows no available process sends the request to none, and responds without a body.
    return text === '' ? { outcome: '503 of a proxy', notCarriedOut: true } : { outcome: '503', notCarriedOut: false };
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return { outcome: String((cause as { code?: unknown } | undefined)?.code ?? error), notCarriedOut: false };
  }
}

export function createLoad(key: string, { writers = 12, persistent = false, log = {} }: LoadOptions = {}): Load {
  const acknowledgedNames = new Set<string>();
  const refusedNames = new Set<string>();
  const unknown = new Set<string>();
  const inDoubt: LoadWrite[] = [];
  const outcomes = new Map<string, number>();
  let count = 0;
  const send = async (
    url: string,
    { name, path, body, keyed }: LoadWrite,
  ): Promise<'done' | 'refused' | 'in doubt'> => {
    const { outcome, notCarriedOut } = await post(url, key, { name, path, body, keyed });
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === '201') acknowledgedNames.add(name);
    return outcome === '201' ? 'done' : notCarriedOut ? 'refused' : 'in doubt';
  };
  const next = (): LoadWrite => {
    count += 1;
    const name = `write-${count}`;
    const keyed = !persistent || count % 3 !== 0;
    return count % 2 === 0
      ? { name, keyed, path: '/context', body: { title: name, content: 'word '.repeat(count % 200) } }
      : { name, keyed, path: '/logs', body: { ...LOG, ...log, url: name } };
  };
  return {
    acknowledged: acknowledgedNames,
    refused: refusedNames,
    unknown,
    inDoubt,
    outcomes,
    run(url) {
      let running = true;
      const sides = Array.from({ length: writers }, async () => {
        while (running) {
          const write = next();
          const outcome = await send(url, write);
          if (outcome === 'done') continue;
          if (persistent && outcome === 'refused') refusedNames.add(write.name);
          else if (write.keyed) inDoubt.push(write);
          else unknown.add(write.name);
          if (!persistent) return;
          await setTimeout(20);
        }
      });
      return async () => {
        running = false;
        await Promise.all(sides);
      };
    },
    async waitUntilIdle(url) {
      for (const write of inDoubt.splice(0)) {
        // A database that has just been started can be too slow for the first writes, which the service then reports as not executed.
        for (let attempt = 1; ; attempt += 1) {
          const outcome = await send(url, write);
          if (outcome === 'done') break;
          if (outcome === 'in doubt' || attempt === MAX_RESENDS) {
            const counted = JSON.stringify([...outcomes]);
            throw new Error(`${write.name} was not stored after the restart: ${outcome}; all outcomes: ${counted}`);
          }
          await setTimeout(500);
        }
      }
    },
  };
}
