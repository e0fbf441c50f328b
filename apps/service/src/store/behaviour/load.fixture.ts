import { at, LOG } from '../../http/service.fixture.ts';

/** A write that was sent: to an item or a log, told from all others by its name. */
interface Write {
  readonly name: string;
  readonly path: string;
  readonly body: object;
}

/** Writes that run against the service until it does not answer any more, and what is known of each. */
export interface Load {
  /** Names of what was answered with success. */
  readonly acknowledged: Set<string>;
  /** What was sent and not answered: it may be there or not. */
  readonly inDoubt: Write[];
  /** Writes from many sides at a time, each the next one when the one before was answered. @returns what ends it */
  run(url: string): () => Promise<void>;
  /** Sends again what is in doubt, each with the Idempotency-Key of the first time. */
  settle(url: string): Promise<void>;
}

const SIDES = 12;

export function createLoad(key: string): Load {
  const acknowledged = new Set<string>();
  const inDoubt: Write[] = [];
  let count = 0;
  const send = async (url: string, write: Write): Promise<boolean> => {
    try {
      const answer = await fetch(url + at(write.path), {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          'idempotency-key': write.name,
        },
        body: JSON.stringify(write.body),
      });
      await answer.arrayBuffer();
      if (answer.status === 201) acknowledged.add(write.name);
      return answer.status === 201;
    } catch {
      return false;
    }
  };
  const next = (): Write => {
    count += 1;
    const name = `write-${count}`;
    return count % 2 === 0
      ? { name, path: '/context', body: { title: name, content: 'word '.repeat(count % 200) } }
      : { name, path: '/logs', body: { ...LOG, url: name } };
  };
  return {
    acknowledged,
    inDoubt,
    run(url) {
      let running = true;
      const sides = Array.from({ length: SIDES }, async () => {
        while (running) {
          const write = next();
          if (await send(url, write)) continue;
          inDoubt.push(write);
          return;
        }
      });
      return async () => {
        running = false;
        await Promise.all(sides);
      };
    },
    async settle(url) {
      for (const write of inDoubt.splice(0)) {
        if (!(await send(url, write))) throw new Error(`${write.name} was refused after the restart`);
      }
    },
  };
}
