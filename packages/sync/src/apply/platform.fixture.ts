import {
  type Client,
  type ContextItemExtensions,
  type ContextItemInput,
  type Created,
  type DataSourceInput,
  NetworkError,
  NotFoundError,
  ServerError,
} from '@context-sync/core';

/** How one request goes. */
export type Fate = 'answered' | 'lost-before' | 'lost-after' | 'failed-before';

/** Ends a simulated run at once: nothing that the engine does after it happens. */
export class Crash extends Error {}

/** The platform behind the client port: what it holds, and how it treats each request. */
export class Platform {
  readonly items = new Map<string, ContextItemInput>();
  readonly dataSources: DataSourceInput[] = [];
  /** Whether repeated Idempotency-Keys are answered from memory, and whether answers carry ids. */
  readonly extended: boolean;
  fate: () => Fate = () => 'answered';
  beforeRequest: () => void = () => undefined;
  /** Lets others in between, in tests of races. */
  pause: () => Promise<void> = async () => undefined;
  requests = 0;
  readonly #answers = new Map<string, string>();
  #ids = 0;

  constructor(extended: boolean) {
    this.extended = extended;
  }

  readonly client: Pick<Client, 'createContextItem' | 'connectDataSource'> = {
    createContextItem: (_slug, item, { idempotencyKey }) =>
      this.#create(idempotencyKey, (id) => this.items.set(id, { ...item })),
    connectDataSource: (_slug, source, { idempotencyKey }) =>
      this.#create(idempotencyKey, () => this.dataSources.push(source)),
  };

  readonly extensions: ContextItemExtensions = {
    replaceContextItem: async (_slug, id, item) => {
      const lost = this.#receive('PUT');
      if (!this.items.has(id))
        throw new NotFoundError('gone', { request: 'PUT', code: 'not_found', mayHaveActed: false });
      this.items.set(id, { ...item });
      lost?.();
    },
    deleteContextItem: async (_slug, id) => {
      const lost = this.#receive('DELETE');
      this.items.delete(id);
      lost?.();
    },
    listContextItems: async function* (this: Platform) {
      const page = [...this.items].map(([id, { title, content = '', public: isPublic = false }]) => ({
        id,
        title,
        content,
        public: isPublic,
      }));
      yield page;
    }.bind(this),
  };

  async #create(idempotencyKey: string, into: (id: string) => void): Promise<Created> {
    await this.pause();
    const lost = this.#receive('POST');
    let id = this.extended ? this.#answers.get(idempotencyKey) : undefined;
    if (id === undefined) {
      this.#ids += 1;
      id = `id-${this.#ids}`;
      this.#answers.set(idempotencyKey, id);
      into(id);
    }
    lost?.();
    return { id: this.extended ? id : undefined, answer: { status: 201, headers: new Headers(), body: undefined } };
  }

  /** @returns what is thrown once the request has been carried out, if its answer is to be lost */
  #receive(request: string): (() => never) | undefined {
    this.beforeRequest();
    this.requests += 1;
    const fate = this.fate();
    if (fate === 'failed-before') throw new ServerError('refused for now', { request, mayHaveActed: false });
    const lose = (): never => {
      throw new NetworkError('the connection broke', { request, mayHaveActed: true });
    };
    if (fate === 'lost-before') lose();
    return fate === 'lost-after' ? lose : undefined;
  }
}
