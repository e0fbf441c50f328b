import { setTimeout } from 'node:timers/promises';
import { at, LOG } from '../../http/service.fixture.ts';

/** A write to an item or a log, with a name of its own. */
interface Write {
  readonly name: string;
  readonly path: string;
  readonly body: object;
  /** Whether it has an Idempotency-Key, so that it can be sent again. */
  readonly keyed: boolean;
}

export interface LoadOptions {
  /** Writers at a time. Default 12. */
  readonly writers?: number;
  /**
   * Whether a writer goes on with the next write when one has failed. Every third write then has no Idempotency-Key, and what the service
   * says it has not carried out (503 with Retry-After) is not sent again. Default false: a writer ends at its first failure.
   */
  readonly persistent?: boolean;
}

/** Writes that run against the service, and what is known of each. */
export interface Load {
  /** Names of the writes with a successful response. */
  readonly acknowledged: Set<string>;
  /** Names of the writes that the service has not carried out, by its own word. Empty unless the load is persistent. */
  readonly refused: Set<string>;
  /** Names of the writes whose outcome is unknown, and that cannot be sent again because they have no Idempotency-Key. */
  readonly unknown: Set<string>;
  /** Writes whose outcome is unknown, to be sent again. */
  readonly inDoubt: Write[];
  /** How often each outcome occurred: a status, or the error code of the connection. */
  readonly outcomes: Map<string, number>;
  /** Starts the writers, each of which sends its next write when the last one has ended. @returns what ends them */
  run(url: string): () => Promise<void>;
  /** Sends again what is in doubt, each with the Idempotency-Key of the first time. */
  settle(url: string): Promise<void>;
}

export function createLoad(key: string, { writers = 12, persistent = false }: LoadOptions = {}): Load {
  const acknowledged = new Set<string>();
  const refused = new Set<string>();
  const unknown = new Set<string>();
  const inDoubt: Write[] = [];
  const outcomes = new Map<string, number>();
  let count = 0;
  const send = async (url: string, { name, path, body, keyed }: Write): Promise<'done' | 'refused' | 'in doubt'> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    let outcome: string;
    let notCarriedOut = false;
    try {
      const answer = await fetch(url + at(path), {
        method: 'POST',
        headers: keyed ? { ...headers, 'idempotency-key': name } : headers,
        body: JSON.stringify(body),
      });
      await answer.arrayBuffer();
      outcome = String(answer.status);
      notCarriedOut = answer.status === 503 && answer.headers.has('retry-after');
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      outcome = String((cause as { code?: unknown } | undefined)?.code ?? error);
    }
    const counted = notCarriedOut ? `${outcome} with Retry-After` : outcome;
    outcomes.set(counted, (outcomes.get(counted) ?? 0) + 1);
    if (outcome === '201') acknowledged.add(name);
    return outcome === '201' ? 'done' : notCarriedOut ? 'refused' : 'in doubt';
  };
  const next = (): Write => {
    count += 1;
    const name = `write-${count}`;
    const keyed = !persistent || count % 3 !== 0;
    return count % 2 === 0
      ? { name, keyed, path: '/context', body: { title: name, content: 'word '.repeat(count % 200) } }
      : { name, keyed, path: '/logs', body: { ...LOG, url: name } };
  };
  return {
    acknowledged,
    refused,
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
          if (persistent && outcome === 'refused') refused.add(write.name);
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
    async settle(url) {
      for (const write of inDoubt.splice(0)) {
        if ((await send(url, write)) !== 'done') throw new Error(`${write.name} was refused after the restart`);
      }
    },
  };
}
