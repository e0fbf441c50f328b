import {
  type Client,
  type ContextItemExtensions,
  type ContextItemInput,
  type CreateResult,
  type DataSourceInput,
  NetworkError,
  NotFoundError,
  ServerError,
} from '@context-sync/core';
import { fingerprintOf } from '../fingerprint.ts';

/** How one request goes: what is lost before the platform has acted, and what after, is the same to the engine. */
export type RequestFate = 'answered' | 'lost-before' | 'lost-after' | 'failed-before';

/** Ends a simulated run at once: nothing that the engine does after it happens. */
export class Crash extends Error {}

/** The way of a request to the platform and of its answer back. `act` is what the platform does when it arrives. */
export type Line = <T>(request: string, act: () => T) => Promise<T>;

/** Items that a page of the list has. */
const PAGE_SIZE = 3;

/** The platform: what it holds, and what it remembers. */
export class FakePlatform {
  readonly items = new Map<string, ContextItemInput>();
  readonly dataSources: DataSourceInput[] = [];
  /** Whether repeated Idempotency-Keys are answered from memory. */
  honoursKeys: boolean;
  /** Whether the answers to POSTs tell ids. */
  tellsIds: boolean;
  fate: () => RequestFate = () => 'answered';
  beforeRequest: () => void = () => undefined;
  /** Lets others in between, in tests of races. */
  pause: () => Promise<void> = async () => undefined;
  requests = 0;
  readonly #answers = new Map<string, string>();
  #ids = 0;

  constructor(extended: boolean) {
    this.honoursKeys = extended;
    this.tellsIds = extended;
  }

  /** The platform over a line that `fate`, `beforeRequest` and `pause` decide. */
  readonly client = clientOver(this, (request, act) => this.#carry(request, act));
  readonly extensions = extensionsOver(this, (request, act) => this.#carry(request, act));

  /** Puts an item there, by the API or by hand. */
  add(item: ContextItemInput): string {
    this.#ids += 1;
    const id = `id-${String(this.#ids).padStart(4, '0')}`;
    this.items.set(id, { ...item });
    return id;
  }

  /** Carries a POST out, once for each key where keys are honoured. */
  once(idempotencyKey: string, create: () => string): string | undefined {
    this.requests += 1;
    const id = (this.honoursKeys ? this.#answers.get(idempotencyKey) : undefined) ?? create();
    if (this.honoursKeys) this.#answers.set(idempotencyKey, id);
    return this.tellsIds ? id : undefined;
  }

  /** Forgets every Idempotency-Key, as services do after some time. */
  forgetKeys(): void {
    this.#answers.clear();
  }

  async #carry<T>(request: string, act: () => T): Promise<T> {
    await this.pause();
    if (request === 'GET') return act();
    this.beforeRequest();
    const fate = this.fate();
    if (fate === 'failed-before' || fate === 'lost-before') this.requests += 1;
    if (fate === 'failed-before') throw failed(request);
    if (fate === 'lost-before') throw lost(request);
    const answer = act();
    if (fate === 'lost-after') throw lost(request);
    return answer;
  }
}

/** The platform has said that it did not do it. */
export function failed(request: string): Error {
  return new ServerError('refused for now', { request, outcomeUnknown: false });
}

/** No answer: nobody knows whether the platform has done it. */
export function lost(request: string): Error {
  return new NetworkError('the connection broke', { request, outcomeUnknown: true });
}

export function clientOver(
  platform: FakePlatform,
  line: Line,
): Pick<Client, 'createContextItem' | 'connectDataSource'> {
  const post = async (idempotencyKey: string, create: () => string): Promise<CreateResult> => {
    const id = await line('POST', () => platform.once(idempotencyKey, create));
    return { id, response: { status: 201, headers: new Headers(), body: undefined } };
  };
  return {
    createContextItem: (_slug, item, { idempotencyKey }) => post(idempotencyKey, () => platform.add(item)),
    connectDataSource: (_slug, source, { idempotencyKey }) =>
      post(idempotencyKey, () => `source-${platform.dataSources.push(source)}`),
  };
}

export function extensionsOver(platform: FakePlatform, line: Line): ContextItemExtensions {
  return {
    updateContextItem: (_slug, id, item) =>
      line('PUT', () => {
        platform.requests += 1;
        if (!platform.items.has(id)) {
          throw new NotFoundError('gone', { request: 'PUT', code: 'not_found', outcomeUnknown: false });
        }
        platform.items.set(id, { ...item });
      }),
    deleteContextItem: (_slug, id) =>
      line('DELETE', () => {
        platform.requests += 1;
        platform.items.delete(id);
      }),
    // Every page shows what is there when it is asked for.
    listContextItems: async function* () {
      for (let after = ''; ; ) {
        const page = await line('GET', () =>
          [...platform.items]
            .filter(([id]) => id > after)
            .slice(0, PAGE_SIZE)
            .map(([id, item]) => ({ id, ...textsOf(item) })),
        );
        yield page;
        const last = page.at(-1);
        if (!last || page.length < PAGE_SIZE) return;
        after = last.id;
      }
    },
  };
}

function textsOf({ title, content = '', public: isPublic = false }: ContextItemInput) {
  return { title, content, public: isPublic };
}

/** Fingerprint of what the platform holds under an id. */
export function fingerprintAt(platform: FakePlatform, id: string): string | undefined {
  const item = platform.items.get(id);
  return item && fingerprintOf(textsOf(item));
}

/** What the platform holds, in a form that is easily compared with `wantedTexts`. */
export function itemTexts(platform: FakePlatform): string[] {
  return [...platform.items.values()].map(({ title, content }) => `${title}: ${content}`).sort();
}
