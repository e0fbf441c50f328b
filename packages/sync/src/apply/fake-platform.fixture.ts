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
import { computeFingerprint } from '../fingerprint.ts';

/** The outcome of a request. The engine cannot distinguish a lost request from a lost response. */
export type RequestFate = 'completed' | 'lost-before' | 'lost-after' | 'failed-before';

/** An error that ends a simulated run immediately. Nothing that the engine does afterwards has an effect. */
export class Crash extends Error {}

/** The connection to the platform. `act` is the action of the platform when the request arrives. */
export type Line = <T>(request: string, act: () => T) => Promise<T>;

/** Number of items on one page of the list. */
const PAGE_SIZE = 3;

/** An in-memory platform with its items and Idempotency-Keys. */
export class FakePlatform {
  readonly items = new Map<string, ContextItemInput>();
  readonly dataSources: DataSourceInput[] = [];
  /** Whether the platform returns the stored response for a repeated Idempotency-Key. */
  honorsKeys: boolean;
  /** Whether responses to POST requests contain IDs. */
  tellsIds: boolean;
  fate: () => RequestFate = () => 'completed';
  beforeRequest: () => void = () => undefined;
  /** Lets other runs continue. Tests of race conditions replace this function. */
  pause: () => Promise<void> = async () => undefined;
  requests = 0;
  readonly #createdIds = new Map<string, string>();
  #ids = 0;

  constructor(extended: boolean) {
    this.honorsKeys = extended;
    this.tellsIds = extended;
  }

  /** A client of the platform over a connection that `fate`, `beforeRequest` and `pause` control. */
  readonly client = clientOver(this, (request, act) => this.#carry(request, act));
  readonly extensions = extensionsOver(this, (request, act) => this.#carry(request, act));

  /** Adds an item, either through the API or manually. */
  add(item: ContextItemInput): string {
    this.#ids += 1;
    const id = `id-${String(this.#ids).padStart(4, '0')}`;
    this.items.set(id, { ...item });
    return id;
  }

  /** Executes a POST request. If keys are honored, a repeated key returns the stored response. */
  once(idempotencyKey: string, create: () => string): string | undefined {
    this.requests += 1;
    const id = (this.honorsKeys ? this.#createdIds.get(idempotencyKey) : undefined) ?? create();
    if (this.honorsKeys) this.#createdIds.set(idempotencyKey, id);
    return this.tellsIds ? id : undefined;
  }

  /** Deletes every Idempotency-Key, as services do after some time. */
  forgetKeys(): void {
    this.#createdIds.clear();
  }

  async #carry<T>(request: string, act: () => T): Promise<T> {
    await this.pause();
    if (request === 'GET') return act();
    this.beforeRequest();
    const fate = this.fate();
    if (fate === 'failed-before' || fate === 'lost-before') this.requests += 1;
    if (fate === 'failed-before') throw createFailure(request);
    if (fate === 'lost-before') throw lost(request);
    const result = act();
    if (fate === 'lost-after') throw lost(request);
    return result;
  }
}

/** Returns the error for a request that the platform has rejected. */
export function createFailure(request: string): Error {
  return new ServerError('refused for now', { request, outcomeUnknown: false });
}

/** Returns the error for a request without a response, whose outcome is unknown. */
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
    // Each page contains the items that exist at the time of its request.
    listContextItems: async function* () {
      for (let after = ''; ; ) {
        const page = await line('GET', () =>
          [...platform.items]
            .filter(([id]) => id > after)
            .slice(0, PAGE_SIZE)
            .map(([id, item]) => ({ id, ...getTexts(item) })),
        );
        yield page;
        const last = page.at(-1);
        if (!last || page.length < PAGE_SIZE) return;
        after = last.id;
      }
    },
  };
}

function getTexts({ title, content = '', public: isPublic = false }: ContextItemInput) {
  return { title, content, public: isPublic };
}

/** Returns the fingerprint of the item with an ID. */
export function fingerprintAt(platform: FakePlatform, id: string): string | undefined {
  const item = platform.items.get(id);
  return item && computeFingerprint(getTexts(item));
}

/** Returns the items of the platform in the same form as `wantedTexts`. */
export function itemTexts(platform: FakePlatform): string[] {
  return [...platform.items.values()].map(({ title, content }) => `${title}: ${content}`).sort();
}
